package dev.assay.inspection;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;

/** Ends one inspection, deliberately: a hook, a rule or the machine says why. */
public final class InspectionFailure extends AssayException {
  private static final long serialVersionUID = 1L;

  public InspectionFailure(ErrorCode code, String sentence) {
    super(code, sentence);
  }

  public InspectionFailure(ErrorCode code, String sentence, Throwable cause) {
    super(code, sentence, cause);
  }
}
