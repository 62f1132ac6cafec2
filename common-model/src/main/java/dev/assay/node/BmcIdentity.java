package dev.assay.node;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.ValueShape;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which system of which BMC driver_info names. Addresses are compared as text, so a host name and
 * its IP address count as different.
 *
 * @param host host, with the port unless it is the usual one
 * @param system the system behind it; empty when driver_info names none
 */
record BmcIdentity(String host, String system) {
  private static final Pattern HOST =
      Pattern.compile("(?:[a-z]+://)?([^/\\s]+?)(?::443)?(?:/.*)?", Pattern.DOTALL);

  private static final List<String> TARGET = List.of("ipmi_target_channel", "ipmi_target_address");
  private static final List<String> TRANSIT_AND_TARGET =
      List.of(
          "ipmi_transit_channel",
          "ipmi_transit_address",
          "ipmi_target_channel",
          "ipmi_target_address");

  /** A name in DNS, 253 characters, and a port. The index of hosts cannot hold any length. */
  private static final int LONGEST_HOST = 259;

  /** Empty when driver_info has no address of a BMC, or one that is too long for any. */
  static Optional<BmcIdentity> of(ObjectNode driverInfo) {
    return host(driverInfo, "redfish_address")
        .map(host -> new BmcIdentity(host, text(driverInfo, "redfish_system_id")))
        .or(
            () ->
                host(driverInfo, "ipmi_address")
                    .map(host -> new BmcIdentity(host + port(driverInfo), target(driverInfo))))
        .filter(bmc -> bmc.host.length() <= LONGEST_HOST);
  }

  /** Whether both can be the same machine: of a BMC with one system nobody needs to name it. */
  boolean sameAs(BmcIdentity other) {
    return host.equals(other.host)
        && (system.equals(other.system) || system.isEmpty() || other.system.isEmpty());
  }

  private static Optional<String> host(ObjectNode driverInfo, String key) {
    var matcher = HOST.matcher(text(driverInfo, key).toLowerCase(Locale.ROOT));
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static String port(ObjectNode driverInfo) {
    var port = text(driverInfo, "ipmi_port");
    return port.isEmpty() || port.equals("623") ? "" : ":" + port;
  }

  /**
   * A bridged request reaches another machine than the BMC that passes it on: channels and
   * addresses on the way to it.
   */
  private static String target(ObjectNode driverInfo) {
    var keys =
        switch (text(driverInfo, "ipmi_bridging").toLowerCase(Locale.ROOT)) {
          case "single" -> TARGET;
          case "dual" -> TRANSIT_AND_TARGET;
          default -> List.<String>of();
        };
    return "-" + keys.stream().map(key -> number(driverInfo, key)).collect(joining("-"));
  }

  /** The same for each notation of a number. */
  private static String number(ObjectNode driverInfo, String key) {
    var text = text(driverInfo, key);
    try {
      return Integer.toString(ValueShape.Whole.parse(text));
    } catch (NumberFormatException _) {
      return text;
    }
  }

  private static String text(ObjectNode driverInfo, String key) {
    return driverInfo.path(key).asText("").strip();
  }
}
