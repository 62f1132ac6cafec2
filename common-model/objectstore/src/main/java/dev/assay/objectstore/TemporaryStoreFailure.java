package dev.assay.objectstore;

import org.jspecify.annotations.Nullable;

/**
 * The store cannot be reached, is overloaded or too slow, or lost the connection: whoever needs it
 * waits and tries again.
 */
public final class TemporaryStoreFailure extends StoreFailure {
  private static final long serialVersionUID = 1L;

  TemporaryStoreFailure(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
