package dev.assay.attribute;

/**
 * What the values of a field look like in JSON. Descriptions of the API are made from it; what is
 * taken from clients is for {@link AttributeType} to decide.
 *
 * @param nullable clients may see null
 * @param shortest the minimum length of text, in characters
 * @param longest the maximum length of text, in characters; {@link Integer#MAX_VALUE} for none
 */
public record Shape(Type type, boolean nullable, int shortest, int longest) {
  /** The types; see spec api.md 4. */
  public enum Type {
    TEXT,
    /** 36 characters, lower case. */
    UUID,
    /** Lower case with colons. */
    MAC,
    /** ISO 8601 with offset. */
    MOMENT,
    FLAG,
    INTEGER,
    /** An object with any members. */
    OBJECT,
    /** A list of objects with any members. */
    OBJECTS,
    /** A list of texts. */
    TEXTS,
    /** A list of {@code {href, rel}}. */
    LINKS
  }

  /** Never null. */
  public static Shape of(Type type) {
    return new Shape(type, false, 0, Integer.MAX_VALUE);
  }

  /** Text of that many characters, never null. */
  public static Shape text(int shortest, int longest) {
    return new Shape(Type.TEXT, false, shortest, longest);
  }

  /** The same, or null. */
  public Shape orNull() {
    return new Shape(type, true, shortest, longest);
  }

  /** The same, never null. */
  public Shape neverNull() {
    return new Shape(type, false, shortest, longest);
  }
}
