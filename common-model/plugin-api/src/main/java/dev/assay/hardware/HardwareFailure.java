package dev.assay.hardware;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;

/**
 * Thrown when the BMC did not do what was requested; the sentence has its address and its response.
 */
public final class HardwareFailure extends AssayException {
  private static final long serialVersionUID = 1L;

  public HardwareFailure(ErrorCode code, String sentence) {
    super(code, sentence);
  }

  public HardwareFailure(ErrorCode code, String sentence, Throwable cause) {
    super(code, sentence, cause);
  }
}
