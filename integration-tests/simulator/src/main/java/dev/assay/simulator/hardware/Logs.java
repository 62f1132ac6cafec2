package dev.assay.simulator.hardware;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** The output of the collector {@code logs} (spec/ramdisk.md 4). */
final class Logs {
  private static final int TAR_BLOCK = 512;

  private Logs() {}

  /** A short journal: base64 of a gzip-compressed tar. */
  static String of(Identity identity) {
    var journal = new StringBuilder();
    for (int line = 0; line < 40; line++) {
      journal.append(
          String.format(
              Locale.ROOT,
              "[%5d.%06d] agent: %s step %d finished\n",
              line,
              identity.index(),
              identity.uuid(),
              line));
    }
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(tar("journal", journal.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException("compressing the log of machine " + identity.index(), e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** An archive in ustar format with one member (POSIX.1-1988, tar). */
  private static byte[] tar(String name, byte[] content) {
    int padded = (content.length + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
    var archive = new byte[TAR_BLOCK + padded + 2 * TAR_BLOCK];
    put(archive, 0, name);
    put(archive, 100, "0000644\0" + "0000000\0" + "0000000\0");
    put(archive, 124, String.format(Locale.ROOT, "%011o\0%011o\0", content.length, 0));
    put(archive, 148, "        " + "0");
    put(archive, 257, "ustar\0" + "00");
    int sum = 0;
    for (int i = 0; i < TAR_BLOCK; i++) {
      sum += archive[i];
    }
    put(archive, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
    System.arraycopy(content, 0, archive, TAR_BLOCK, content.length);
    return archive;
  }

  private static void put(byte[] archive, int offset, String text) {
    var bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, archive, offset, bytes.length);
  }
}
