package dev.assay.api.field;

import com.fasterxml.jackson.core.io.SerializedString;
import dev.assay.attribute.AttributeType;
import org.jspecify.annotations.Nullable;

/**
 * One row of a resource's field table.
 *
 * @param <T> what is shown
 * @param encoded its name on the wire, encoded once for all answers
 * @param since the minor API version that brought it
 * @param use whether clients may send it
 * @param listed part of the short representation in lists
 * @param kind what a client may send
 * @param column the expression to sort by; null when it cannot be sorted by
 * @param reader how it is read
 */
public record Field<T>(
    SerializedString encoded,
    int since,
    Use use,
    boolean listed,
    AttributeType kind,
    @Nullable String column,
    Reader<T> reader) {

  /** A field that lists show only when asked for it. */
  public static <T> Field<T> row(
      String name,
      int since,
      Use use,
      AttributeType kind,
      @Nullable String column,
      Reader<T> reader) {
    return new Field<>(new SerializedString(name), since, use, false, kind, column, reader);
  }

  /** A field that is part of the short representation in lists. */
  public static <T> Field<T> listed(
      String name,
      int since,
      Use use,
      AttributeType kind,
      @Nullable String column,
      Reader<T> reader) {
    return new Field<>(new SerializedString(name), since, use, true, kind, column, reader);
  }

  /** On the wire. */
  public String name() {
    return encoded.getValue();
  }

  /** Which requests may carry the field. */
  public enum Use {
    READ_ONLY(false, false),
    CREATE(true, false),
    /** Only input: never shown. */
    CREATE_UNSEEN(true, false),
    PATCH(false, true),
    CREATE_AND_PATCH(true, true);

    private final boolean creatable;
    private final boolean patchable;

    Use(boolean creatable, boolean patchable) {
      this.creatable = creatable;
      this.patchable = patchable;
    }

    /** May be asked for. */
    public boolean shown() {
      return this != CREATE_UNSEEN;
    }

    /** May be sent in POST. */
    public boolean creatable() {
      return creatable;
    }

    /** May be the root of a path in PATCH. */
    public boolean patchable() {
      return patchable;
    }
  }

  /**
   * Reads a field's value: null, text, number, boolean, instant, UUID, list, links or JSON tree.
   */
  @FunctionalInterface
  public interface Reader<T> {
    /** The value as it goes out, before secrets could be seen. */
    @Nullable Object read(T row);
  }
}
