package dev.assay.storedjson;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;

/**
 * A gzip-compressed JSON text, unchanged from what was sent; payloads and inventories are stored
 * like this.
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to and from a column
public record CompressedJson(byte[] bytes) {
  private static final String DAMAGED = "a stored JSON text is damaged";

  /** Compresses UTF-8 JSON text. */
  public static CompressedJson of(byte[] json) {
    return of(json, 0, json.length);
  }

  /** Compresses the part of {@code json} from {@code start}, {@code length} bytes long. */
  public static CompressedJson of(byte[] json, int start, int length) {
    return new CompressedJson(FastGzip.compressed(json, start, length));
  }

  /** Returns the decompressed text, UTF-8. */
  public byte[] json() {
    try (var gzip = stream()) {
      return gzip.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(DAMAGED, e);
    }
  }

  /** Returns the text, UTF-8, decompressed while it is read. */
  public InputStream stream() {
    try {
      return new GZIPInputStream(new ByteArrayInputStream(bytes), 8192);
    } catch (IOException e) {
      throw new UncheckedIOException(DAMAGED, e);
    }
  }

  /**
   * Returns the length of the text in bytes; decompresses all of it, so that damage is detected.
   */
  public long length() {
    try (var text = stream()) {
      return text.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(DAMAGED, e);
    }
  }
}
