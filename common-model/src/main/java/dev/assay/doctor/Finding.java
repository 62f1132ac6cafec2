package dev.assay.doctor;

import org.jspecify.annotations.Nullable;

/**
 * The result of one check.
 *
 * @param check what was checked, such as {@code bmc}; stable, for programs
 * @param detail what was found, in a sentence; contains no secret
 * @param fix what to do about it, in a sentence; null when there is nothing to do
 */
public record Finding(String check, Result result, String detail, @Nullable String fix) {
  /** How good it is; only {@code FAILED} lets an inspection fail. */
  public enum Result {
    OK,
    WARNING,
    FAILED,
    SKIPPED
  }

  public static Finding ok(String check, String detail) {
    return new Finding(check, Result.OK, detail, null);
  }

  /** Something that need not be wrong. */
  public static Finding warning(String check, String detail, String fix) {
    return new Finding(check, Result.WARNING, detail, fix);
  }

  public static Finding failed(String check, String detail, String fix) {
    return new Finding(check, Result.FAILED, detail, fix);
  }

  /** Something that does not concern the node, or cannot be known yet. */
  public static Finding skipped(String check, String why) {
    return new Finding(check, Result.SKIPPED, why, null);
  }
}
