package dev.assay.api.error;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;

/**
 * A request body is refused as too large or too deeply nested; the response has the flat form E5.
 * Source: spec api.md 3.
 */
public final class BodyRefused extends AssayException {
  private static final long serialVersionUID = 1L;

  public BodyRefused(ErrorCode code, String sentence) {
    super(code, sentence);
  }
}
