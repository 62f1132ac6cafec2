package dev.assay.api.field;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.Map;
import org.hibernate.exception.ConstraintViolationException;

/** Turns violations of unique constraints into DUPLICATE errors. */
public final class UniqueValueTaken {
  private UniqueValueTaken() {}

  /** The DUPLICATE error with this sentence. */
  public static AssayException by(String sentence) {
    return new AssayException(ErrorCode.DUPLICATE, sentence);
  }

  /** Runs {@code write}; DUPLICATE with the sentence of a constraint that it violates. */
  public static void unless(Map<String, String> sentences, Runnable write) {
    try {
      write.run();
    } catch (ConstraintViolationException e) {
      var sentence = e.getConstraintName() == null ? null : sentences.get(e.getConstraintName());
      if (sentence == null) {
        throw e;
      }
      throw new AssayException(ErrorCode.DUPLICATE, sentence, e);
    }
  }
}
