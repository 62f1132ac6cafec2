package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import java.util.regex.Pattern;

/**
 * A path of the classic Inspector API: below {@link #PREFIX}, without a trailing slash. Source:
 * spec inspector-compat.md 1.
 */
public record ClassicPath(String text) implements RequestPath {
  /** The prefix on the port of the Bare Metal API; added on the API's own port. */
  public static final String PREFIX = "/inspector";

  /** The path to which ramdisks post what they collected. */
  public static final String CALLBACK = PREFIX + "/v1/continue";

  private static final Pattern OPEN = Pattern.compile(PREFIX + "(/v1(/continue)?)?");
  private static final Pattern ADMIN_READS =
      Pattern.compile(PREFIX + "/v1/(rules(/.*)?|introspection/[^/]+/data(/.*)?)");
  private static final Pattern RAMDISK_DATA =
      Pattern.compile(PREFIX + "/v1/(continue|introspection/[^/]+/data/unprocessed)");

  /** Normalises a path as received, with dots and percent signs already resolved. */
  public static ClassicPath of(String path) {
    return new ClassicPath(path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }

  /** Whether {@code path} is the prefix or below it. */
  public static boolean contains(String path) {
    return path.startsWith(PREFIX)
        && (path.length() == PREFIX.length() || path.charAt(PREFIX.length()) == '/');
  }

  @Override
  public boolean suffixStripped() {
    return false;
  }

  @Override
  public boolean open() {
    return OPEN.matcher(text).matches();
  }

  @Override
  public boolean adminOnly(boolean writing) {
    return !open() && (writing || ADMIN_READS.matcher(text).matches());
  }

  @Override
  public boolean bootable() {
    return false;
  }

  @Override
  public boolean ofRamdisk() {
    return text.equals(CALLBACK);
  }

  @Override
  public boolean isAttempt() {
    return text.equals(CALLBACK);
  }

  @Override
  public boolean heartbeat() {
    return false;
  }

  @Override
  public boolean needsJsonType() {
    return false;
  }

  @Override
  public long bodyLimit(ApiConfig config) {
    return RAMDISK_DATA.matcher(text).matches()
        ? config.maxJsonBodySizeInspection().asLongValue()
        : config.maxJsonBodySize().asLongValue();
  }
}
