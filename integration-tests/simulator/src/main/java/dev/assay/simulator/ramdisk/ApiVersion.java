package dev.assay.simulator.ramdisk;

import java.util.Optional;
import java.util.regex.Pattern;

/** A version of the API, 1.MINOR. */
record ApiVersion(int minor) {
  static final String HEADER = "X-OpenStack-Ironic-API-Version";

  /** The version that the ramdisk assumes if the root document cannot be read. */
  static final ApiVersion ASSUMED = new ApiVersion(31);

  /** The newest version that lookups use. */
  static final ApiVersion LOOKUP = new ApiVersion(62);

  /** The newest version that heartbeats use. */
  static final ApiVersion HEARTBEAT = new ApiVersion(68);

  private static final ApiVersion AGENT_TOKEN = new ApiVersion(62);
  private static final ApiVersion AGENT_VERSION = new ApiVersion(36);
  private static final ApiVersion AGENT_CERTIFICATE = new ApiVersion(68);
  private static final Pattern FORMAT = Pattern.compile("1\\.(\\d{1,4})");

  static Optional<ApiVersion> parse(String text) {
    var matcher = FORMAT.matcher(text);
    return matcher.matches()
        ? Optional.of(new ApiVersion(Integer.parseInt(matcher.group(1))))
        : Optional.empty();
  }

  ApiVersion atMost(ApiVersion limit) {
    return minor <= limit.minor ? this : limit;
  }

  boolean knowsAgentToken() {
    return minor >= AGENT_TOKEN.minor;
  }

  boolean knowsAgentCertificate() {
    return minor >= AGENT_CERTIFICATE.minor;
  }

  boolean knowsAgentVersion() {
    return minor >= AGENT_VERSION.minor;
  }

  @Override
  public String toString() {
    return "1." + minor;
  }
}
