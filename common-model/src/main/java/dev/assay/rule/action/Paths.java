package dev.assay.rule.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.assay.rule.argument.Argument;
import dev.assay.rule.argument.ArgumentType;
import dev.assay.rule.argument.Given;
import dev.assay.rule.image.Fields;
import dev.assay.rule.image.SecretKeys;
import dev.assay.rule.image.Secrets;
import dev.assay.rule.interpolation.Path;
import java.util.Arrays;

/** The arguments of actions that write: where, and what. Source: spec rules.md 9. */
final class Paths {
  static final Argument<Path> NODE = path(Fields.NODE);
  static final Argument<Path> PORT = path(Fields.PORT);
  static final Argument<Path> PLUGIN_DATA =
      Argument.required("path", ArgumentType.of(value -> Path.of(value.json())));

  static final Argument<String> PORT_ID = Argument.required("port_id", ArgumentType.TEXT);
  static final Argument<JsonNode> VALUE = Argument.required("value", ArgumentType.JSON);
  static final Argument<Boolean> UNIQUE =
      Argument.optional("unique", ArgumentType.FLAG, BooleanNode.FALSE);

  /** What old servers add to the stored arguments of actions on plugin data. */
  static final String ADDED = "plugin_data";

  private Paths() {}

  /** "PATH with value VALUE" for people. */
  static String assignment(Given given, Argument<Path> path) {
    var place = given.shown(path);
    var secret = Arrays.stream(place.split("[/.]")).anyMatch(SecretKeys.INFO::hide);
    return "%s with value %s".formatted(place, secret ? Secrets.MASK : given.shown(VALUE));
  }

  private static Argument<Path> path(Fields fields) {
    return Argument.required(
        "path",
        ArgumentType.of(
            value -> {
              if (!value.json().isTextual()) {
                throw new IllegalArgumentException("path must be a text");
              }
              return fields.check(Path.parse(value.json().textValue()));
            }));
  }
}
