package dev.assay.api.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Determines from its headers which version of the API a request is for. Source: spec api.md 2. */
public sealed interface VersionNegotiation {
  /** The version header of this service alone. */
  String HEADER = "X-OpenStack-Ironic-API-Version";

  /** The version header of all OpenStack services, which takes precedence. */
  String COMMON_HEADER = "OpenStack-API-Version";

  String SERVICE = "baremetal";

  /** The negotiated version. */
  record Agreed(ApiVersion version) implements VersionNegotiation {}

  /** The request gets 406; {@code sentence} is sent to the client. */
  record Refused(String sentence) implements VersionNegotiation {}

  Pattern SPACES = Pattern.compile("\\s+");
  Pattern FORM = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

  /** Negotiates by the values of both headers; without any, the oldest version. */
  static VersionNegotiation of(List<String> common, List<String> own) {
    var wanted = ofService(common);
    if (wanted == null && !own.isEmpty()) {
      wanted = own.getLast().strip();
    }
    return wanted == null ? new Agreed(ApiVersion.MIN) : of(wanted);
  }

  private static VersionNegotiation of(String wanted) {
    if (wanted.toLowerCase(Locale.ROOT).equals("latest")) {
      return new Agreed(ApiVersion.MAX);
    }
    var form = FORM.matcher(wanted);
    if (!form.matches()) {
      return new Refused("Invalid value for %s header: expected 1.N or latest.".formatted(HEADER));
    }
    var minor = Integer.parseInt(form.group(2));
    if (Integer.parseInt(form.group(1)) != 1
        || minor < ApiVersion.MIN.minor()
        || minor > ApiVersion.MAX.minor()) {
      return new Refused(
          ("Version %s was requested but the minor version is not supported by this service."
                  + " The supported version range is: [%s, %s].")
              .formatted(wanted, ApiVersion.MIN, ApiVersion.MAX));
    }
    return new Agreed(new ApiVersion(minor));
  }

  /**
   * The version that a header like {@code "compute 2.1, baremetal 1.50"} gives for this service.
   */
  private static @Nullable String ofService(List<String> common) {
    return common.stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(entry -> SPACES.split(entry.strip(), 2))
        .filter(entry -> entry.length == 2 && entry[0].equalsIgnoreCase(SERVICE))
        .map(entry -> entry[1].strip())
        .reduce((_, last) -> last)
        .orElse(null);
  }
}
