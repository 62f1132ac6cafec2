package dev.assay.document;

import dev.assay.storedjson.CompressedJson;
import java.util.Optional;

/**
 * A JSON text of a node.
 *
 * @param digest identifies it among the documents of its node
 * @param text empty when it is known to be stored already
 * @param split bytes of the compressed text that are its first part; 0 when it has no parts
 */
public record Document(Digest digest, Optional<CompressedJson> text, int split) {
  /** Compresses UTF-8 JSON text. */
  public static Document of(byte[] json) {
    return of(json, 0, json.length);
  }

  /** Compresses the part of {@code json} from {@code start}, {@code length} bytes long. */
  public static Document of(byte[] json, int start, int length) {
    return new Document(
        Digest.of(json, start, length), Optional.of(CompressedJson.of(json, start, length)), 0);
  }

  /** A document that is stored already, and stays as long as the caller holds the node's row. */
  public static Document stored(Digest digest) {
    return new Document(digest, Optional.empty(), 0);
  }
}
