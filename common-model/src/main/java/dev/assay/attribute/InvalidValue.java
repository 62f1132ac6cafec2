package dev.assay.attribute;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;

/** A value that an attribute cannot have: INVALID_PARAMETER. */
public final class InvalidValue extends AssayException {
  private static final long serialVersionUID = 1L;

  private final String attribute;
  private final String why;

  /** {@code why} continues a sentence that begins with the name of the attribute. */
  public InvalidValue(String attribute, String why) {
    super(ErrorCode.INVALID_PARAMETER, "Invalid parameter: %s %s.".formatted(attribute, why));
    this.attribute = attribute;
    this.why = why;
  }

  /** The name of the attribute. */
  public String attribute() {
    return attribute;
  }

  /** What is wrong, to continue a sentence: "must be an object". */
  public String why() {
    return why;
  }
}
