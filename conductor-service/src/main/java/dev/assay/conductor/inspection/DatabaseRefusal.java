package dev.assay.conductor.inspection;

import dev.assay.error.ErrorCode;
import java.util.Map;
import org.hibernate.JDBCException;
import org.hibernate.exception.ConstraintViolationException;
import org.jspecify.annotations.Nullable;

/**
 * Why the database did not take what hooks and rules changed, without its own words: they may have
 * values in them that nobody shall see.
 */
record DatabaseRefusal(ErrorCode code, String sentence) {
  /** What only rules change, and no two may have. */
  private static final Map<String, String> TAKEN =
      Map.of(
          "node_name_key", "the name that rules gave the node is that of another one",
          "node_instance_uuid_key",
              "the instance_uuid that rules gave the node is that of another one",
          "port_name_key", "the name that rules gave a port is that of another one");

  static DatabaseRefusal of(JDBCException e) {
    var constraint = e instanceof ConstraintViolationException violated ? name(violated) : null;
    var taken = constraint == null ? null : TAKEN.get(constraint);
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
