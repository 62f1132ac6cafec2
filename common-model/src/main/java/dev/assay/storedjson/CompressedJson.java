package dev.assay.storedjson;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

/**
 * A compressed JSON text, unchanged from what was sent; payloads and inventories are stored like
 * this. Its parts, of which most texts have one, are compressed with zstd or gzip.
 */
public final class CompressedJson {
  private static final Logger LOG = Logger.getLogger(CompressedJson.class);

  /** Described and checked by InventoryConfig. */
  private static final String OPTION = "assay.inventory.compression";

  private static final boolean ZSTD = isWanted() && isAvailable();

  private final List<byte[]> parts;

  /** Of the stored bytes of a text that was compressed as a whole. */
  public CompressedJson(byte[] bytes) {
    this(List.of(bytes));
  }

  private CompressedJson(List<byte[]> parts) {
    this.parts = parts;
  }

  private static boolean isWanted() {
    return ConfigProvider.getConfig()
        .getOptionalValue(OPTION, String.class)
        .map("zstd"::equalsIgnoreCase)
        .orElse(true);
  }

  private static boolean isAvailable() {
    if (!Zstd.isAvailable()) {
      LOG.warnf(
          "This machine has no %s: what is stored is compressed with gzip, in twice the space, and"
              + " what others compressed with zstd cannot be read. Install the package libzstd1,"
              + " or set %s=gzip everywhere.",
          Zstd.LIBRARY, OPTION);
    }
    return Zstd.isAvailable();
  }

  /** Compresses UTF-8 JSON text. */
  public static CompressedJson of(byte[] json) {
    return of(json, 0, json.length);
  }

  /** Compresses the part of {@code json} from {@code start}, {@code length} bytes long. */
  public static CompressedJson of(byte[] json, int start, int length) {
    return new CompressedJson(
        ZSTD && length <= Zstd.LONGEST
            ? Zstd.compressed(json, start, length)
            : FastGzip.compressed(json, start, length));
  }

  /** The text that the texts of {@code parts} are one after the other, each given as stored. */
  public static CompressedJson joined(byte[]... parts) {
    return new CompressedJson(List.of(parts));
  }

  /** Returns the bytes to be stored, of all parts. */
  public byte[] bytes() {
    return parts.size() == 1 ? parts.getFirst() : joined(parts);
  }

  /** Returns the decompressed text, UTF-8. */
  public byte[] json() {
    return parts.size() == 1
        ? text(parts.getFirst())
        : joined(parts.stream().map(CompressedJson::text).toList());
  }

  private static byte[] joined(List<byte[]> pieces) {
    var out = new ByteArrayOutputStream(pieces.stream().mapToInt(it -> it.length).sum());
    pieces.forEach(out::writeBytes);
    return out.toByteArray();
  }

  private static byte[] text(byte[] part) {
    try (var text = stream(part)) {
      return text.readAllBytes();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static InputStream stream(byte[] part) throws IOException {
    return Zstd.isFrame(part)
        ? new ByteArrayInputStream(Zstd.text(part))
        : new GZIPInputStream(new ByteArrayInputStream(part), 8192);
  }

  /** Returns the text, UTF-8; a long one is decompressed while it is read. */
  public InputStream stream() {
    return new SequenceInputStream(
        Collections.enumeration(parts.stream().map(CompressedJson::opened).toList()));
  }

  private static InputStream opened(byte[] part) {
    try {
      return stream(part);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static UncheckedIOException unreadable(IOException e) {
    var why = e instanceof EOFException ? "its end is missing" : e.getMessage();
    return new UncheckedIOException("a stored JSON text is unreadable: " + why, e);
  }

  /**
   * Returns the length of the text in bytes; decompresses all of it, so that damage is detected.
   */
  public long length() {
    try (var text = stream()) {
      return text.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }
}
