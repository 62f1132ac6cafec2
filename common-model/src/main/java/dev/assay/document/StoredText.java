package dev.assay.document;

import dev.assay.storedjson.CompressedJson;

/**
 * A JSON text that is stored: here already, or to be fetched from the object store. Not to be read
 * within a transaction.
 */
@FunctionalInterface
public interface StoredText {
  /**
   * Returns the text; may take as long as the object store's timeouts allow.
   *
   * @throws dev.assay.objectstore.StoreFailure when it is in the object store, and that is away or
   *     has lost it
   */
  CompressedJson read();
}
