package dev.assay.objectstore;

import java.util.regex.Pattern;

/** Checks keys, and puts the configured prefix of the installation before them. */
final class KeyPrefix {
  private static final String SEGMENT = "[A-Za-z0-9_-][A-Za-z0-9._-]*+";
  private static final Pattern KEY =
      Pattern.compile("SEGMENT(/SEGMENT)*".replace("SEGMENT", SEGMENT));
  private static final Pattern BEGINNING =
      Pattern.compile("(SEGMENT/)*(SEGMENT)?".replace("SEGMENT", SEGMENT));

  private final String beginning;

  /**
   * Takes the configured prefix, which may be empty.
   *
   * @throws IllegalArgumentException when keys cannot begin with it
   */
  KeyPrefix(String prefix) {
    if (!prefix.isEmpty() && !valid(KEY, prefix)) {
      throw new IllegalArgumentException(
          "assay.inventory.s3.prefix is \"%s\": give up to %d letters, digits, dots, underscores,"
                  .formatted(prefix, ObjectStore.MAX_KEY_LENGTH)
              + " hyphens and slashes, without a slash at either end");
    }
    beginning = prefix.isEmpty() ? "" : prefix + "/";
  }

  /** The name in the bucket of the object with this key. */
  String before(String key) {
    if (!valid(KEY, key)) {
      throw new IllegalArgumentException("no key of an object: " + key);
    }
    return beginning + key;
  }

  /** What the names in the bucket begin with of the objects whose keys begin with {@code start}. */
  String beforeStart(String start) {
    if (!valid(BEGINNING, start)) {
      throw new IllegalArgumentException("no key of an object begins with: " + start);
    }
    return beginning + start;
  }

  /** The key of the object with this name in the bucket. */
  String key(String name) {
    return name.substring(beginning.length());
  }

  private static boolean valid(Pattern pattern, String text) {
    return text.length() <= ObjectStore.MAX_KEY_LENGTH && pattern.matcher(text).matches();
  }
}
