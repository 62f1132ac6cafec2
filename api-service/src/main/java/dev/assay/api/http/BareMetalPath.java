package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import java.util.regex.Pattern;

/**
 * A path of the Bare Metal API: with /v1, without a trailing slash, below API 1.91 without ".json".
 * Source: spec api.md 1 (T3, T4).
 */
public record BareMetalPath(String text, boolean suffixStripped) implements RequestPath {
  /** The path to which ramdisks post what they collected. */
  public static final String CALLBACK = "/v1/continue_inspection";

  /** The path at which ramdisks ask for their node. */
  public static final String LOOKUP = "/v1/lookup";

  private static final String SUFFIX = ".json";
  private static final int SUFFIX_IS_PART_OF_NAMES = 91;
  private static final Pattern PUBLIC =
      Pattern.compile(
          "/|/v1|/v1/lookup|/v1/heartbeat(/[a-z0-9-]+)?|/v1/continue_inspection|/v1/boot/.+");
  private static final Pattern OF_RAMDISK =
      Pattern.compile("/v1/(lookup|heartbeat(/.*)?|continue_inspection|boot/.+)");

  /** Reads that may show secrets, or data that nobody has checked. */
  private static final Pattern ADMIN_READS =
      Pattern.compile("/v1/(unmatched/[^/]+/data|webhooks(/.*)?)");

  /** With the data of an inspection that is imported. */
  private static final Pattern INSPECTION = Pattern.compile("/v1/nodes/[^/]+/inspections/[^/]+");

  private static final Pattern PROVISION = Pattern.compile("/v1/nodes/[^/]+/states/provision");

  /** Normalises a path as received, with dots and percent signs already resolved. */
  public static BareMetalPath of(String path, ApiVersion version) {
    var text =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (!text.equals("/") && !text.equals("/v1") && !text.startsWith("/v1/")) {
      text = "/v1" + text;
    }
    var strip =
        !version.atLeast(SUFFIX_IS_PART_OF_NAMES)
            && text.endsWith(SUFFIX)
            && !text.endsWith("/" + SUFFIX);
    return new BareMetalPath(
        strip ? text.substring(0, text.length() - SUFFIX.length()) : text, strip);
  }

  @Override
  public boolean open() {
    return PUBLIC.matcher(text).matches();
  }

  @Override
  public boolean adminOnly(boolean writing) {
    return !open() && (writing || ADMIN_READS.matcher(text).matches());
  }

  @Override
  public boolean bootable() {
    return text.startsWith("/v1/boot/");
  }

  @Override
  public boolean ofRamdisk() {
    return OF_RAMDISK.matcher(text).matches();
  }

  @Override
  public boolean isAttempt() {
    return text.equals(LOOKUP) || text.equals(CALLBACK);
  }

  @Override
  public boolean heartbeat() {
    return text.equals("/v1/heartbeat") || text.startsWith("/v1/heartbeat/");
  }

  @Override
  public boolean needsJsonType() {
    return true;
  }

  @Override
  public long bodyLimit(ApiConfig config) {
    if (text.equals(CALLBACK) || INSPECTION.matcher(text).matches()) {
      return config.maxJsonBodySizeInspection().asLongValue();
    }
    return PROVISION.matcher(text).matches()
        ? config.maxJsonBodySizeProvision().asLongValue()
        : config.maxJsonBodySize().asLongValue();
  }
}
