package dev.assay.rule.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Path;
import dev.assay.rule.Phase;
import dev.assay.rule.UnusablePath;
import dev.assay.rule.data.SecretMask;
import dev.assay.rule.data.SettableFields;
import dev.assay.secret.SecretKeys;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Common arguments of the actions that write (path, value and others), and their validation.
 * Source: spec rules.md 9.
 */
final class Paths {
  static final Argument<Path> NODE = path(SettableFields.NODE);
  static final Argument<Path> PORT = path(SettableFields.PORT);
  static final Argument<Path> PLUGIN_DATA =
      Argument.required("path", ArgumentType.of(value -> pluginData(value.json())));

  static final Argument<String> PORT_ID = Argument.required("port_id", ArgumentType.TEXT);
  static final Argument<JsonNode> VALUE = Argument.required("value", ArgumentType.JSON);
  static final Argument<Boolean> UNIQUE =
      Argument.optional("unique", ArgumentType.FLAG, BooleanNode.FALSE);

  /** An argument that older servers add to the stored actions on plugin data. */
  static final String ADDED = "plugin_data";

  /** Between the keys of a path: "a/b", "a.b", or a list as JSON. */
  private static final Pattern SEPARATOR = Pattern.compile("[/.,\"\\[\\]\\s]+");

  private Paths() {}

  /** "PATH with value VALUE" for error messages, with secrets masked. */
  static String assignment(ArgumentValues given, Argument<Path> path) {
    var secret =
        given.is(path, text -> SEPARATOR.splitAsStream(text).anyMatch(SecretKeys.INFO::hide));
    return "%s with value %s"
        .formatted(given.shown(path), secret ? SecretMask.MASK : given.shown(VALUE));
  }

  /** Rejects a literal value that the field at a literal path does not accept. */
  static void checkSet(SettableFields fields, Optional<Path> path, Optional<JsonNode> value) {
    path.filter(it -> it.keys().isEmpty())
        .ifPresent(it -> value.ifPresent(given -> checkSet(fields, it.field(), given)));
  }

  /** As above for extending a list: rejects a field that does not accept a list. */
  static void checkExtend(SettableFields fields, Optional<Path> path) {
    checkSet(fields, path, Optional.of(JsonNodeFactory.instance.arrayNode()));
  }

  /** Rejects deleting a field that must have a value. */
  static void checkDelete(SettableFields fields, Optional<Path> path) {
    path.filter(it -> it.keys().isEmpty())
        .ifPresent(
            it -> {
              try {
                fields.fallback(it.field());
              } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(it + " cannot be deleted", e);
              }
            });
  }

  /**
   * Rejects {@code inventory} in phase early: it would be a second inventory in the data of the
   * machine, which is invalid.
   */
  static void checkPluginData(Optional<Path> path, Phase phase) {
    if (phase == Phase.EARLY && path.filter(it -> it.field().equals("inventory")).isPresent()) {
      throw new IllegalArgumentException(
          "path: plugin data has no 'inventory' in phase early, use another name");
    }
  }

  private static void checkSet(SettableFields fields, String field, JsonNode value) {
    try {
      fields.accept(field, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(field, e.getMessage()), e);
    }
  }

  private static Argument<Path> path(SettableFields fields) {
    return Argument.required(
        "path",
        ArgumentType.of(
            value -> {
              if (!value.json().isTextual()) {
                throw new IllegalArgumentException("path must be a text");
              }
              return orUnusablePath(() -> fields.check(Path.parse(value.json().textValue())));
            }));
  }

  private static Path pluginData(JsonNode written) {
    return written.isTextual()
        ? orUnusablePath(() -> Path.parse(written.textValue()))
        : Path.of(written);
  }

  private static Path orUnusablePath(Supplier<Path> path) {
    try {
      return path.get();
    } catch (IllegalArgumentException e) {
      throw new UnusablePath(String.valueOf(e.getMessage()), e);
    }
  }
}
