package dev.assay.api.attempt;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;

/**
 * Refuses a lookup or callback. Its code and sentence are for the client, who learns nothing about
 * stored nodes; the verdict is for operators.
 */
public final class AttemptRefused extends AssayException {
  private static final long serialVersionUID = 1L;

  private final transient Verdict verdict;

  /** The response is the same for every verdict. */
  public AttemptRefused(Verdict verdict) {
    super(ErrorCode.NOT_FOUND, "Resource could not be found.");
    this.verdict = verdict;
  }

  /** The response is that of {@code shown}. */
  public AttemptRefused(AssayException shown, Verdict verdict) {
    super(shown.code(), shown.sentence(), shown);
    this.verdict = verdict;
  }

  /** Whether the reason is that a service is not there now. */
  public boolean isUnavailable() {
    for (var cause = getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof AssayException e && e.code() == ErrorCode.UNAVAILABLE) {
        return true;
      }
    }
    return false;
  }

  /** The reason. */
  public Verdict verdict() {
    return verdict;
  }
}
