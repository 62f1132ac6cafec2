package dev.assay.objectstore;

import org.jspecify.annotations.Nullable;

/** The store refuses the call, and will until somebody does what the sentence says. */
public final class PermanentStoreFailure extends StoreFailure {
  private static final long serialVersionUID = 1L;

  PermanentStoreFailure(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
