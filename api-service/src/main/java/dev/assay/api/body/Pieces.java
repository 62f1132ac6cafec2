package dev.assay.api.body;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a body in order of arrival. Joining each on arrival would copy each byte several
 * times, and the garbage of dozens of large bodies keeps the garbage collector busy.
 */
final class Pieces {
  /**
   * Shorter pieces are joined, in bytes: a body of a million chunks must not be a million pieces.
   */
  private static final int SHORT = 4096;

  private final List<Buffer> pieces = new ArrayList<>();
  private @Nullable Buffer joining;
  private int length;

  void add(Buffer piece) {
    length += piece.length();
    if (piece.length() >= SHORT) {
      pieces.add(piece);
      joining = null;
      return;
    }
    var tail = joining;
    if (tail == null || tail.length() >= SHORT) {
      tail = Buffer.buffer();
      pieces.add(tail);
      joining = tail;
    }
    tail.appendBuffer(piece);
  }

  /** The number of pieces that are kept. */
  int count() {
    return pieces.size();
  }

  /** The length of all pieces, in bytes. */
  int length() {
    return length;
  }

  /** All bytes in one array. */
  byte[] joined() {
    var all = new byte[length];
    int at = 0;
    for (var piece : pieces) {
      piece.getBytes(all, at);
      at += piece.length();
    }
    return all;
  }

  /** Writes all bytes; blocks until they are written. */
  @SuppressWarnings("deprecation") // getByteBuf: Vert.x 4 has no other way without copying
  void writeTo(GatheringByteChannel channel) throws IOException {
    var all =
        pieces.stream().map(piece -> piece.getByteBuf().nioBuffer()).toArray(ByteBuffer[]::new);
    for (long left = length; left > 0; ) {
      left -= channel.write(all);
    }
  }
}
