package dev.assay.inventory;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A JSON text as it was sent, gzip-compressed: how payloads and inventories are stored. */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to and from a column
public record CompressedJson(byte[] bytes) {

  /** Compresses UTF-8 JSON text. */
  public static CompressedJson of(byte[] json) {
    return of(json, 0, json.length);
  }

  /** Compresses the part of {@code json} from {@code start}, {@code length} bytes long. */
  public static CompressedJson of(byte[] json, int start, int length) {
    var out = new ByteArrayOutputStream(length / 4 + 64);
    try (var gzip = new FastGzip(out)) {
      gzip.write(json, start, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return new CompressedJson(out.toByteArray());
  }

  /** The text, UTF-8. */
  public byte[] json() {
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(bytes), 8192)) {
      return gzip.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a stored JSON text is damaged", e);
    }
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(ByteArrayOutputStream out) throws IOException {
      super(out, 8192);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
