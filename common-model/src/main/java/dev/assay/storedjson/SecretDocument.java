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
 * A JSON document that is stored encrypted as a whole, as a JSON string. An empty one is stored
 * unencrypted, and one that an older version stored in plain text can be read. It is decrypted on
 * first access, which needs its place in the database, and encrypted again only when the document
 * or the key changed. A document that cannot be decrypted stays as stored until another one
 * replaces it. Its toString shows nothing. Not thread-safe.
 */
public final class SecretDocument {
  private static final Logger LOG = Logger.getLogger(SecretDocument.class);
  private static final RepeatedMessages REMINDERS = new RepeatedMessages();
  private static final int MIN_LENGTH = 3; // {} and [] hold nothing

  private final @Nullable String sealed;
  private @Nullable String json;
  private @Nullable JsonNode tree;
  private @Nullable SecretColumn place;

  private SecretDocument(@Nullable String sealed, @Nullable String json, @Nullable JsonNode tree) {
    this.sealed = sealed;
    this.json = json;
    this.tree = tree;
  }

  /** Creates a document from a plain-text object. */
  public static SecretDocument of(ObjectNode clear) {
    return new SecretDocument(null, null, clear);
  }

  /** Creates a document from any value that {@link StoredJson#write} can write. */
  public static SecretDocument written(Object clear) {
    return new SecretDocument(null, StoredJson.write(clear), null);
  }

  /** Reads the value of a jsonb column: JSON, or a JSON string of encrypted text. */
  public static SecretDocument stored(CharSequence column) {
    var text = column.toString();
    if (text.startsWith("\"") && text.endsWith("\"")) {
      var content = text.substring(1, text.length() - 1);
      if (Keyring.isSealed(content)) {
        return new SecretDocument(content, null, null);
      }
    }
    return text.length() < MIN_LENGTH && text.startsWith("{")
        ? new SecretDocument(null, text, StoredJson.object())
        : new SecretDocument(null, text, null);
  }

  /** Sets the place in the database, once it is known; returns this document. */
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
   * Returns the object in plain text; never change it in place or log it. An empty one when {@link
   * #isReadable} is false.
   */
  public ObjectNode object() {
    return isReadable() ? (ObjectNode) tree() : StoredJson.object();
  }

  /**
   * False when the document cannot be decrypted, because its key is missing or it was changed; logs
   * which one and why, at most once a minute.
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

  /** Tells in a sentence why the document cannot be decrypted and what to do; empty when it can. */
  public Optional<String> unusable() {
    return isReadable()
        ? Optional.empty()
        : Optional.of(
            "The stored %s cannot be decrypted: put the key that the log names back into the key file, or write all of %s again."
                .formatted(requirePlace(), requirePlace().column()));
  }

  /** True when the document can be read and is empty. */
  public boolean isEmpty() {
    return isReadable() && tree().isEmpty();
  }

  /** Returns this, or {@code stored} when this is empty and {@code stored} cannot be decrypted. */
  public SecretDocument replacing(SecretDocument stored) {
    return object().isEmpty() && !stored.isReadable() ? stored : this;
  }

  /** Converts the plain text to {@code type}. */
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

  /** Returns the text for a jsonb column. */
  String column() {
    var keyring = sealed == null ? null : Keyring.installed();
    if (sealed != null && keyring != null && (keyring.isCurrent(sealed) || !isReadable())) {
      return quoted(sealed);
    }
    var clear = sealed == null && tree != null ? StoredJson.storable(tree) : storable(json());
    return clear.length() < MIN_LENGTH
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

  /**
   * Compares the contents; false when an encrypted one cannot be decrypted, for instance because
   * its place is not set yet, unless both have the same encrypted text.
   */
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
    return 0; // documents encrypted differently may be equal; never used as a hash key
  }

  @Override
  public String toString() {
    return "***";
  }
}
