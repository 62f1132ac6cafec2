package dev.assay.storedjson;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Compresses with the fastest level into the gzip format, with compressors that are used again: an
 * inspection has several short texts. Source: RFC 1952.
 */
final class FastGzip {
  private static final int HEADER = 10;
  private static final int TRAILER = 8;
  private static final int MAGIC = 0x8b1f;
  private static final byte DEFLATE = 8;

  /** The operating system in the header, which is not known. */
  private static final byte UNKNOWN = (byte) 0xff;

  /** As many as can compute at once; those beyond are thrown away after use. */
  private static final BlockingQueue<Deflater> IDLE =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  private FastGzip() {}

  /** Returns one gzip member with {@code length} bytes of {@code data} from {@code start}. */
  static byte[] compressed(byte[] data, int start, int length) {
    var crc = new CRC32();
    crc.update(data, start, length);
    var idle = IDLE.poll();
    var deflater = idle == null ? new Deflater(Deflater.BEST_SPEED, true) : idle;
    try {
      deflater.setInput(data, start, length);
      deflater.finish();
      return member(deflater, crc.getValue(), length);
    } finally {
      deflater.reset();
      if (!IDLE.offer(deflater)) {
        deflater.end();
      }
    }
  }

  private static byte[] member(Deflater deflater, long crc, int length) {
    var out = new byte[HEADER + length / 4 + 64];
    var end = HEADER;
    while (!deflater.finished()) {
      if (end + TRAILER >= out.length) {
        out = Arrays.copyOf(out, 2 * out.length);
      }
      end += deflater.deflate(out, end, out.length - TRAILER - end);
    }
    var bytes = ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putShort((short) MAGIC).put(DEFLATE).put(HEADER - 1, UNKNOWN);
    bytes.position(end).putInt((int) crc).putInt(length);
    return Arrays.copyOf(out, bytes.position());
  }
}
