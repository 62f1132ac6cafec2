package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A node, a port or the plugin data as JSON that actions read and write, with the field names of
 * the API. Each change takes effect immediately, or throws IllegalArgumentException, whose message
 * says why, and changes nothing. What can be written is limited: of a node or port the fields that
 * rules may set, and the size of each value and of all changes. Source: spec rules.md 9.
 */
public interface EditableDocument {
  /**
   * The value; a missing node when there is none. It may contain secrets, also those that are
   * masked for the rule, and is part of the document: copy it before changing it.
   */
  JsonNode get(Path path);

  /** Sets a copy of {@code value}, and creates missing objects along the path. */
  void set(Path path, JsonNode value);

  /**
   * Appends a copy of {@code value} to a list, creating the list if necessary; with {@code unique},
   * only if no element equals it.
   */
  void extend(Path path, JsonNode value, boolean unique);

  /**
   * Removes a key, or resets a whole field to its default. Only warns when the key does not exist.
   */
  void remove(Path path);
}
