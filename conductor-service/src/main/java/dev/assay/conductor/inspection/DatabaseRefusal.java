package dev.assay.conductor.inspection;

import dev.assay.error.ErrorCode;
import dev.assay.rule.node.RuledNode;
import java.util.Map;
import org.hibernate.JDBCException;
import org.hibernate.exception.ConstraintViolationException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why the database rejected the changes of hooks and rules. It leaves out the database's
 * own message, which may contain values that nobody may see.
 */
record DatabaseRefusal(ErrorCode code, String sentence) {
  /**
   * Constraints on unique values that only rules change, each with the error text for a duplicate.
   */
  private static final Map<String, String> UNIQUE_VALUES =
      Map.of(
          "node_name_key", "a rule set a node name that another node already has",
          "node_instance_uuid_key", "a rule set an instance_uuid that another node already has",
          "port_name_key", RuledNode.PORT_NAME_TAKEN);

  static DatabaseRefusal of(JDBCException e) {
    var constraint = e instanceof ConstraintViolationException violated ? name(violated) : null;
    var taken = constraint == null ? null : UNIQUE_VALUES.get(constraint);
    if (taken != null) {
      return new DatabaseRefusal(
          ErrorCode.RULE_ACTION_FAILED,
          "Inspection rule action execution failed. Reason: " + taken);
    }
    return new DatabaseRefusal(
        ErrorCode.HOOK_FAILED,
        "the database refused what hooks or rules changed: SQLSTATE %s%s"
            .formatted(e.getSQLState(), constraint == null ? "" : ", constraint " + constraint));
  }

  private static @Nullable String name(ConstraintViolationException violated) {
    return violated.getConstraintName();
  }
}
