package dev.assay.objectstore;

import org.jspecify.annotations.Nullable;

/** A call of an {@link ObjectStore} that failed, with a sentence for operators, without secrets. */
public abstract sealed class StoreFailure extends RuntimeException
    permits TemporaryStoreFailure, PermanentStoreFailure {
  private static final long serialVersionUID = 1L;

  StoreFailure(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
