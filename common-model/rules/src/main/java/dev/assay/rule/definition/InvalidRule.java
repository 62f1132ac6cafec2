package dev.assay.rule.definition;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.List;

/** Thrown for a rule that cannot be used as it is written. */
public final class InvalidRule extends AssayException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /** At least one problem, a sentence each. */
  public InvalidRule(List<String> problems) {
    super(ErrorCode.INVALID_PARAMETER, joined(problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem, a sentence each. */
  public List<String> problems() {
    return problems;
  }

  /** Throws an InvalidRule unless {@code problems} is empty. */
  public static void unlessEmpty(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new InvalidRule(problems);
    }
  }

  private static String joined(List<String> problems) {
    return problems.size() == 1
        ? problems.getFirst()
        : "Multiple validation errors occurred: " + String.join("; ", problems);
  }
}
