package dev.assay.standalone.inspectorimport;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An introspection rule.
 *
 * @param createdAt rules are applied in this order
 * @param disabled a flag that the API cannot set and that ironic-inspector ignores
 * @param scope applies only to nodes whose property {@code inspection_scope} is equal
 */
public record InspectorRule(
    String uuid,
    Instant createdAt,
    Optional<String> description,
    boolean disabled,
    Optional<String> scope,
    List<Condition> conditions,
    List<Action> actions) {
  public InspectorRule {
    conditions = List.copyOf(conditions);
    actions = List.copyOf(actions);
  }

  /** The rule as clients of the classic API send it. */
  ObjectNode document() {
    var document = JsonNodeFactory.instance.objectNode().put("uuid", uuid);
    description.ifPresent(text -> document.put("description", text));
    scope.ifPresent(text -> document.put("scope", text));
    var conditionList = document.putArray("conditions");
    for (var condition : conditions) {
      var member = condition.parameters().deepCopy();
      member.put("op", condition.operator()).put("field", condition.field());
      member.put("multiple", condition.multiple()).put("invert", condition.invert());
      conditionList.add(member);
    }
    var actionList = document.putArray("actions");
    for (var action : actions) {
      actionList.add(action.parameters().deepCopy().put("action", action.name()));
    }
    return document;
  }

  /**
   * A condition.
   *
   * @param operator such as {@code in-net}
   * @param field a JSON path, after {@code data://} or {@code node://} or neither
   * @param multiple {@code any}, {@code all} or {@code first}
   * @param parameters what else was given, mostly {@code value}
   */
  public record Condition(
      String operator, String field, String multiple, boolean invert, ObjectNode parameters) {}

  /**
   * An action.
   *
   * @param name such as {@code set-attribute}
   * @param parameters what else was given, such as {@code path} and {@code value}
   */
  public record Action(String name, ObjectNode parameters) {}
}
