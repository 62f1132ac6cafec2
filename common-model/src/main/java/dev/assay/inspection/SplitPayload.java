package dev.assay.inspection;

import dev.assay.document.Digest;
import dev.assay.document.Document;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.JsonMember;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The body of a callback as two documents, so that its inventory is stored once for payload and
 * result. What comes before the inventory and what comes after it are compressed separately: their
 * texts with that of the inventory in between are the body, byte for byte.
 *
 * @param inventory the value of the member
 * @param rest all other bytes, split where the inventory belongs
 * @param size bytes of the body
 */
public record SplitPayload(Document inventory, Document rest, long size) {
  private static final String INVENTORY = "inventory";

  /** Splits and compresses a JSON object in UTF-8 that has an inventory. */
  public static SplitPayload of(byte[] body) {
    return of(body, place(body));
  }

  /** As above, when the place of the inventory is known. */
  public static SplitPayload of(byte[] body, JsonMember place) {
    var from = place.valueStart();
    var to = place.valueEnd();
    var head = CompressedJson.of(body, 0, from).bytes();
    var tail = CompressedJson.of(body, to, body.length - to).bytes();
    var text = CompressedJson.joined(head, tail);
    var rest = new Document(restDigest(body, from, to), Optional.of(text), head.length);
    return new SplitPayload(Document.of(body, from, to - from), rest, body.length);
  }

  private static JsonMember place(byte[] body) {
    try {
      return JsonMember.find(body, INVENTORY)
          .orElseThrow(() -> new IllegalArgumentException("a payload without an inventory"));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail, and the JSON was parsed before
    }
  }

  /** The zero byte, which JSON cannot contain, marks the place of the inventory. */
  private static Digest restDigest(byte[] body, int from, int to) {
    var sha256 = Digest.sha256();
    sha256.update(body, 0, from);
    sha256.update((byte) 0);
    sha256.update(body, to, body.length - to);
    return Digest.stored(sha256.digest());
  }

  /** The body, from the stored bytes of its documents. */
  static CompressedJson body(byte[] inventory, byte[] rest, int split) {
    return CompressedJson.joined(
        Arrays.copyOf(rest, split), inventory, Arrays.copyOfRange(rest, split, rest.length));
  }
}
