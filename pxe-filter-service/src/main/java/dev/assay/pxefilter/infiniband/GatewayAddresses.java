package dev.assay.pxefilter.infiniband;

import dev.assay.id.MacAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The Ethernet addresses under which InfiniBand cards appear behind an Ethernet-over-InfiniBand
 * gateway, as the gateway's interface lists them. Source: spec pxe-filter.md 8.
 */
public final class GatewayAddresses {
  private static final Logger LOG = Logger.getLogger(GatewayAddresses.class);
  private static final Pattern NEIGHBOUR =
      Pattern.compile("EMAC=(?<ethernet>\\S+) IMAC=(?<infiniband>\\S+)");

  /** Length of a GUID: eight octets with colons. */
  private static final int GUID = 23;

  private final Map<String, MacAddress> byGuid;

  private GatewayAddresses(Map<String, MacAddress> byGuid) {
    this.byGuid = byGuid;
  }

  /** For sites without such gateways. */
  public static GatewayAddresses none() {
    return new GatewayAddresses(Map.of());
  }

  /**
   * Reads what the gateways know now. One that cannot be read is logged and skipped.
   *
   * @param interfaces their names
   * @param classes the folder of all network interfaces, {@code /sys/class/net}
   */
  public static GatewayAddresses read(List<String> interfaces, Path classes) {
    var all = new HashMap<String, MacAddress>();
    for (var name : interfaces) {
      try {
        Files.readAllLines(classes.resolve(name).resolve("eth/neighs"))
            .forEach(line -> add(all, line));
      } catch (IOException e) {
        LOG.errorf(
            "Interface %s is not Ethernet over InfiniBand and is skipped: %s. Correct assay.pxe-filter.ethoib-interfaces.",
            name, e);
      }
    }
    return new GatewayAddresses(all);
  }

  private static void add(Map<String, MacAddress> all, String line) {
    var neighbour = NEIGHBOUR.matcher(line);
    if (neighbour.find()) {
      var guid = guid(neighbour.group("infiniband"));
      var ethernet = MacAddress.parse(neighbour.group("ethernet"));
      if (guid != null && ethernet.isPresent()) {
        all.put(guid, ethernet.get());
      }
    }
  }

  /** The address under which the port's requests arrive: its own when no gateway knows it. */
  public MacAddress of(MacAddress port, @Nullable String clientId) {
    var guid = clientId == null ? null : guid(clientId);
    return guid == null ? port : byGuid.getOrDefault(guid, port);
  }

  /** The last eight octets; null when the text is shorter. */
  private static @Nullable String guid(String text) {
    var start = text.length() - GUID;
    return start < 0 || (start > 0 && text.charAt(start - 1) != ':')
        ? null
        : text.substring(start).toLowerCase(Locale.ROOT);
  }
}
