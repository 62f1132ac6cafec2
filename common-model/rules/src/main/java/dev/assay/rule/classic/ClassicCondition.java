package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a classic rule. Immutable. Source: spec inspector-compat.md 6.2.
 *
 * @param value null when the operator takes none
 */
record ClassicCondition(
    FieldPath field, Operator op, Which multiple, boolean invert, @Nullable JsonNode value) {
  private static final Set<String> MEMBERS = Set.of("field", "op", "multiple", "invert", "value");

  /** Which of several found values must hold. */
  enum Which {
    ANY,
    ALL,
    FIRST;

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The decision about a condition, with the found value that it was made on. */
  record Answer(boolean holds, @Nullable JsonNode found) {}

  /** Reads a condition; IllegalArgumentException, which says why, when it is not valid. */
  static ClassicCondition of(JsonNode written) {
    Members.requireOnly(written, MEMBERS);
    var op = Members.text(written, "op");
    var operator =
        Operator.ofWire(op)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "op %s is unknown: valid values are %s".formatted(op, Operator.names())));
    var value = written.get("value");
    if (operator.takesValue() && value == null) {
      throw new IllegalArgumentException("missing required parameter(s): value");
    }
    if (!operator.takesValue() && value != null) {
      throw new IllegalArgumentException("unexpected parameter(s): value");
    }
    if (value != null) {
      operator.check(value);
    }
    return new ClassicCondition(
        FieldPath.parse(Members.text(written, "field")),
        operator,
        multiple(written.path("multiple")),
        Members.flag(written, "invert").orElse(false),
        value);
  }

  private static Which multiple(JsonNode written) {
    if (written.isMissingNode()) {
      return Which.ANY;
    }
    for (var which : Which.values()) {
      if (which.wire().equals(written.textValue())) {
        return which;
      }
    }
    throw new IllegalArgumentException("multiple must be any, all or first");
  }

  /** The condition as clients see it. */
  ObjectNode document() {
    var document = StoredJson.object();
    document.put("op", op.wire());
    document.put("field", field.written());
    document.put("multiple", multiple.wire());
    document.put("invert", invert);
    if (value != null) {
      document.set("value", value);
    }
    return document;
  }

  /**
   * Whether the condition holds; IllegalArgumentException when that cannot be decided.
   *
   * @param documents the document of each source
   */
  Answer ask(Function<FieldPath.Source, JsonNode> documents) {
    var found = field.find(documents.apply(field.source()));
    if (found.isEmpty()) {
      if (!op.asksWithoutValue()) {
        return new Answer(false, null);
      }
      found = List.of(NullNode.getInstance());
    }
    var answer = new Answer(false, null);
    for (var each : found) {
      var holds = op.test(each, Optional.ofNullable(value).orElseGet(NullNode::getInstance));
      answer = new Answer(holds != invert, each);
      if (decides(answer.holds())) {
        break;
      }
    }
    return answer;
  }

  private boolean decides(boolean holds) {
    return switch (multiple) {
      case ANY -> holds;
      case ALL -> !holds;
      case FIRST -> true;
    };
  }
}
