package dev.assay.error;

/** A rejected request or a failed step, with an error code and a sentence for the user. */
public class AssayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** The sentence is sent to the client unchanged; it must never contain a secret. */
  public AssayException(ErrorCode code, String sentence) {
    super(sentence);
    this.code = code;
  }

  /** As above, and {@code cause} for the log. */
  public AssayException(ErrorCode code, String sentence, Throwable cause) {
    super(sentence, cause);
    this.code = code;
  }

  /** The code of the error, from the catalogue. */
  public ErrorCode code() {
    return code;
  }

  /** The sentence. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
