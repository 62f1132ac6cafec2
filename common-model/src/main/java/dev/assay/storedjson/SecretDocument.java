package dev.assay.storedjson;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.secret.Keyring;
import dev.assay.secret.SecretColumn;
import dev.assay.secret.UnreadableSecretException;
import dev.assay.time.RepeatedMessages;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A JSON document that is stored encrypted as a whole, as a JSON string; an empty one is stored as
 * it is, and one that an older version stored in clear can be read. It is decrypted when somebody
 * looks into it, and encrypted again only when it changed or the key did. Its place must be known
 * by then. One that cannot be decrypted stays as it is stored until another one replaces it. Its
 * text shows nothing. Used by one thread.
 */
public final class SecretDocument {
  private static final Logger LOG = Logger.getLogger(SecretDocument.class);
  private static final RepeatedMessages REMINDERS = new RepeatedMessages();
  private static final int SHORTEST = 3; // {} and [] hold nothing

  private final @Nullable String sealed;
  private @Nullable String json;
  private @Nullable JsonNode tree;
  private @Nullable SecretColumn place;

  private SecretDocument(@Nullable String sealed, @Nullable String json, @Nullable JsonNode tree) {
    this.sealed = sealed;
    this.json = json;
    this.tree = tree;
  }

  /** A new one, of an object. */
  public static SecretDocument of(ObjectNode clear) {
    return new SecretDocument(null, null, clear);
  }

  /** A new one, of any value that {@link StoredJson#write} can write. */
  public static SecretDocument written(Object clear) {
    return new SecretDocument(null, StoredJson.write(clear), null);
  }

  /** As a jsonb column has it: JSON, or a JSON string of what was encrypted. */
  public static SecretDocument stored(CharSequence column) {
    var text = column.toString();
    if (text.startsWith("\"") && text.endsWith("\"")) {
      var content = text.substring(1, text.length() - 1);
      if (Keyring.isSealed(content)) {
        return new SecretDocument(content, null, null);
      }
    }
    return text.length() < SHORTEST && text.startsWith("{")
        ? new SecretDocument(null, text, StoredJson.object())
        : new SecretDocument(null, text, null);
  }

  /** Says where it stands, once it is known; answers itself. */
  public SecretDocument at(String table, Object row, String column) {
    var known = place;
    if (known == null) {
      place = new SecretColumn(table, row, column);
    } else if (!known.row().equals(row)) {
      throw new IllegalStateException("The %s is not for another row.".formatted(known));
    }
    return this;
  }

  /**
   * The object, in clear; not to be changed in place, never logged. An empty one when {@link
   * #isReadable} is false.
   */
  public ObjectNode object() {
    return isReadable() ? (ObjectNode) tree() : StoredJson.object();
  }

  /**
   * False when it cannot be decrypted, because its key is lost or it was changed: the log says
   * which one and why, once a minute.
   */
  public boolean isReadable() {
    try {
      var _ = tree();
      return true;
    } catch (UnreadableSecretException e) {
      if (REMINDERS.isDue(String.valueOf(e.getMessage()))) {
        LOG.errorf("%s It counts as empty until it is written again.", e.getMessage());
      }
      return false;
    }
  }

  /** Why it cannot be read and what to do about it, as a sentence; empty when it can. */
  public Optional<String> unusable() {
    return isReadable()
        ? Optional.empty()
        : Optional.of(
            "The stored %s cannot be decrypted: put the key that the log names back into the key file, or write all of %s again."
                .formatted(requirePlace(), requirePlace().column()));
  }

  /** Whether it is known to hold nothing. */
  public boolean isEmpty() {
    return isReadable() && tree().isEmpty();
  }

  /** This, or {@code stored} when that cannot be decrypted and nothing is to replace it. */
  public SecretDocument replacing(SecretDocument stored) {
    return object().isEmpty() && !stored.isReadable() ? stored : this;
  }

  /** As a value of that type, in clear. */
  public <T> T as(TypeReference<T> type) {
    try {
      return StoredJson.MAPPER.readValue(json(), type);
    } catch (JsonProcessingException e) {
      e.clearLocation(); // shows a piece of the text
      throw new IllegalStateException(
          "The stored %s is none that this version can read: %s".formatted(place, e.getMessage()),
          e);
    }
  }

  /** For a jsonb column. */
  String column() {
    var keyring = sealed == null ? null : Keyring.installed();
    if (sealed != null && keyring != null && (keyring.isCurrent(sealed) || !isReadable())) {
      return quoted(sealed);
    }
    var clear = sealed == null && tree != null ? StoredJson.storable(tree) : storable(json());
    return clear.length() < SHORTEST
        ? clear
        : quoted(Keyring.installed().seal(clear, requirePlace()));
  }

  private static String storable(String json) {
    return json.contains("\\u0000") ? StoredJson.storable(parsed(json)) : json;
  }

  private static String quoted(String sealed) {
    return "\"" + sealed + "\"";
  }

  private JsonNode tree() {
    var known = tree;
    if (known == null) {
      known = parsed(json());
      tree = known;
    }
    return known;
  }

  private String json() {
    var known = json;
    if (known == null) {
      known =
          sealed == null
              ? StoredJson.write(tree())
              : Keyring.installed().open(sealed, requirePlace());
      json = known;
    }
    return known;
  }

  private SecretColumn requirePlace() {
    var known = place;
    if (known == null) {
      throw new IllegalStateException("It is not known yet where this document is stored.");
    }
    return known;
  }

  private static JsonNode parsed(String json) {
    return StoredJson.read(json, JsonNode.class);
  }

  /** Whether the contents are the same; not when one was not told yet where it stands. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SecretDocument that
        && (this == that
            || (sealed != null && sealed.equals(that.sealed))
            || (isComparable() && that.isComparable() && tree().equals(that.tree())));
  }

  private boolean isComparable() {
    return sealed == null || tree != null || (place != null && isReadable());
  }

  @Override
  public int hashCode() {
    return 0; // what is encrypted differently may be equal; nobody looks for it in a table
  }

  @Override
  public String toString() {
    return "***";
  }
}
