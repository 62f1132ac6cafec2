package dev.assay.error;

/**
 * Thrown to end an inspection as failed, with the reason that a hook, a rule or the machine gave.
 */
public final class InspectionFailure extends AssayException {
  private static final long serialVersionUID = 1L;

  public InspectionFailure(ErrorCode code, String sentence) {
    super(code, sentence);
  }

  public InspectionFailure(ErrorCode code, String sentence, Throwable cause) {
    super(code, sentence, cause);
  }
}
