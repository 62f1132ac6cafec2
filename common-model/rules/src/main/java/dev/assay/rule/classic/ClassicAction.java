package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.RuleScope;
import dev.assay.storedjson.StoredJson;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An action of a classic rule. Immutable. Source: spec inspector-compat.md 6.3.
 *
 * @param parameters as written, without {@code action}
 */
record ClassicAction(ActionKind kind, Map<String, JsonNode> parameters) {
  private static final String ACTION = "action";

  /** Reads an action; IllegalArgumentException, which says why, when it is not valid. */
  static ClassicAction of(JsonNode written) {
    if (!written.isObject()) {
      throw new IllegalArgumentException("it must be an object");
    }
    var name = Members.text(written, ACTION);
    var kind =
        ActionKind.ofWire(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "action %s is unknown: valid values are %s"
                            .formatted(name, ActionKind.names())));
    var known = new HashSet<>(kind.required());
    known.addAll(kind.optional());
    known.add(ACTION);
    Members.requireOnly(written, known);
    var missing = new TreeSet<>(kind.required());
    missing.removeIf(written::has);
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "missing required parameter(s): " + String.join(", ", missing));
    }
    for (var text : List.of(ActionKind.PATH, ActionKind.NAME, ActionKind.MESSAGE)) {
      if (written.has(text)) {
        var _ = Members.text(written, text);
      }
    }
    var _ = Members.flag(written, ActionKind.RESET_INTERFACES);
    var _ = Members.flag(written, ActionKind.UNIQUE);
    var parameters = new LinkedHashMap<String, JsonNode>();
    written.properties().forEach(member -> parameters.put(member.getKey(), member.getValue()));
    parameters.remove(ACTION);
    return new ClassicAction(kind, parameters);
  }

  /** The action as clients see it. */
  ObjectNode document() {
    var document = StoredJson.object();
    document.put(ACTION, kind.wire());
    document.setAll(parameters);
    return document;
  }

  /** Why its texts can never be formatted, whatever the data are. */
  Stream<String> formatProblems() {
    return parameters.entrySet().stream()
        .filter(parameter -> kind.formats(parameter.getKey()))
        .flatMap(
            parameter ->
                FormattedValue.problems(parameter.getValue())
                    .map(why -> "%s: %s".formatted(parameter.getKey(), why)));
  }

  /**
   * Carries the action out on {@code scope}.
   *
   * @param data what {@code {data[...]}} stands for
   * @param hidden masks the secrets in a text
   * @throws IllegalArgumentException when that is not possible
   * @throws dev.assay.error.InspectionFailure for action fail
   */
  void run(JsonNode data, RuleScope scope, UnaryOperator<String> hidden) {
    var formatted = new LinkedHashMap<String, JsonNode>();
    parameters.forEach(
        (name, value) ->
            formatted.put(name, kind.formats(name) ? FormattedValue.of(value, data) : value));
    var driver = ActionKind.driver(scope);
    var translated = kind.translate(formatted, hidden);
    try {
      translated.action().run(translated.arguments(), scope);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Failed to %s: %s"
              .formatted(translated.action().attempt(translated.arguments()), e.getMessage()),
          e);
    }
    kind.afterwards(formatted, driver, scope);
  }
}
