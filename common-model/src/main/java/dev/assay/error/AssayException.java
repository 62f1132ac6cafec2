package dev.assay.error;

/** A refused request or a failed step: what is wrong, with what, as a sentence for its user. */
public class AssayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** The sentence goes to the client as it is; it never holds a secret. */
  public AssayException(ErrorCode code, String sentence) {
    super(sentence);
    this.code = code;
  }

  /** As above, and {@code cause} for the log. */
  public AssayException(ErrorCode code, String sentence, Throwable cause) {
    super(sentence, cause);
    this.code = code;
  }

  /** From the catalogue. */
  public ErrorCode code() {
    return code;
  }

  /** The sentence. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
