package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import java.util.regex.Pattern;

/**
 * The normalised path of a request: with /v1, without a trailing slash, below API 1.91 without
 * ".json". Source: spec api.md 1 (T3, T4).
 */
public record RequestPath(String text, boolean suffixStripped) {
  /** The path to which ramdisks post what they collected. */
  public static final String CALLBACK = "/v1/continue_inspection";

  private static final String SUFFIX = ".json";
  private static final int SUFFIX_IS_PART_OF_NAMES = 91;
  private static final Pattern PUBLIC =
      Pattern.compile(
          "/|/v1|/v1/lookup|/v1/heartbeat(/[a-z0-9-]+)?|/v1/continue_inspection|/v1/boot/.+");
  private static final Pattern OF_RAMDISK =
      Pattern.compile("/v1/(lookup|heartbeat(/.*)?|continue_inspection|boot/.+)");
  private static final Pattern PROVISION = Pattern.compile("/v1/nodes/[^/]+/states/provision");

  /** Normalises a path as received, with dots and percent signs already resolved. */
  public static RequestPath of(String path, ApiVersion version) {
    var text =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (!text.equals("/") && !text.equals("/v1") && !text.startsWith("/v1/")) {
      text = "/v1" + text;
    }
    var strip =
        !version.atLeast(SUFFIX_IS_PART_OF_NAMES)
            && text.endsWith(SUFFIX)
            && !text.endsWith("/" + SUFFIX);
    return new RequestPath(
        strip ? text.substring(0, text.length() - SUFFIX.length()) : text, strip);
  }

  /** True for paths that need no authentication. Source: api.md 7. */
  public boolean open() {
    return PUBLIC.matcher(text).matches();
  }

  /** True for what machines boot, which limits the rate of requests itself. */
  public boolean bootable() {
    return text.startsWith("/v1/boot/");
  }

  /** True for the endpoints for ramdisks and machines that boot one. */
  public boolean ofRamdisk() {
    return OF_RAMDISK.matcher(text).matches();
  }

  /** True for the heartbeats of agents, which are frequent. */
  public boolean heartbeat() {
    return text.equals("/v1/heartbeat") || text.startsWith("/v1/heartbeat/");
  }

  /** The maximum length of the body in bytes. Source: api.md 1, T6. */
  public long bodyLimit(ApiConfig config) {
    if (text.equals(CALLBACK)) {
      return config.maxJsonBodySizeInspection().asLongValue();
    }
    return PROVISION.matcher(text).matches()
        ? config.maxJsonBodySizeProvision().asLongValue()
        : config.maxJsonBodySize().asLongValue();
  }
}
