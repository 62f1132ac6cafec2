package dev.assay.api.attempt;

import dev.assay.storedjson.CompressedJson;

/**
 * The data of a refused callback.
 *
 * @param body as it was sent, without the ramdisk's logs
 * @param size bytes of the body before compression
 */
public record RefusedPayload(CompressedJson body, long size) {
  int storedSize() {
    return body.bytes().length;
  }

  byte[] digest() {
    return Sha256.of(body.bytes());
  }
}
