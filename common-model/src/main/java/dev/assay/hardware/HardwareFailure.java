package dev.assay.hardware;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;

/** The BMC did not do what it was asked: a sentence with the address and what it answered. */
public final class HardwareFailure extends AssayException {
  private static final long serialVersionUID = 1L;

  public HardwareFailure(ErrorCode code, String sentence) {
    super(code, sentence);
  }

  public HardwareFailure(ErrorCode code, String sentence, Throwable cause) {
    super(code, sentence, cause);
  }
}
