package dev.assay.simulator.ramdisk;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * An ISO 9660 image (ECMA-119) on a web server, of which a machine reads only the parts that it
 * needs, as a BMC does.
 */
final class BootImage {
  private static final int SECTOR = 2048;
  private static final int FIRST_DESCRIPTOR = 16;
  private static final int ROOT_RECORD = 156;
  private static final String PARAMETERS = "parameters.txt";
  private static final int MOST_BYTES = 1 << 20;

  private final HttpClient client;
  private final URI url;
  private final Duration timeout;

  private record Extent(long first, int length) {}

  BootImage(HttpClient client, URI url, Duration timeout) {
    this.client = client;
    this.url = url;
    this.timeout = timeout;
  }

  /**
   * The kernel parameters in parameters.txt; throws IOException when the image cannot be read, is
   * none, or has no such file.
   */
  KernelParameters parameters() throws IOException, InterruptedException {
    var descriptor = read(new Extent(FIRST_DESCRIPTOR, SECTOR));
    if (!new String(descriptor, 1, 5, StandardCharsets.US_ASCII).equals("CD001")) {
      throw new IOException("not an ISO 9660 image");
    }
    var root = extent(ByteBuffer.wrap(descriptor, ROOT_RECORD, 34).slice());
    var text = new String(read(file(read(root))), StandardCharsets.US_ASCII);
    return KernelParameters.parse(text);
  }

  private static Extent file(byte[] directory) throws IOException {
    for (var at = 0; at < directory.length; ) {
      var length = Byte.toUnsignedInt(directory[at]);
      if (length == 0) { // records do not cross sectors
        at = (at / SECTOR + 1) * SECTOR;
        continue;
      }
      if (name(directory, at, length).equals(PARAMETERS)) {
        return extent(ByteBuffer.wrap(directory, at, length).slice());
      }
      at += length;
    }
    throw new IOException("no parameters.txt");
  }

  /** The name by Rock Ridge (entry NM of IEEE P1282), since that of ISO 9660 has 8 letters. */
  private static String name(byte[] directory, int record, int length) {
    var shortName = Byte.toUnsignedInt(directory[record + 32]);
    var at = record + 33 + shortName + (shortName % 2 == 0 ? 1 : 0);
    while (at + 5 <= record + length) {
      var entry = Byte.toUnsignedInt(directory[at + 2]);
      if (directory[at] == 'N' && directory[at + 1] == 'M' && entry > 5) {
        return new String(directory, at + 5, entry - 5, StandardCharsets.US_ASCII);
      }
      if (entry == 0) {
        break;
      }
      at += entry;
    }
    return "";
  }

  private static Extent extent(ByteBuffer record) throws IOException {
    record.order(ByteOrder.LITTLE_ENDIAN);
    var length = record.getInt(10);
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("a file of %d bytes".formatted(length));
    }
    return new Extent(Integer.toUnsignedLong(record.getInt(2)), length);
  }

  private byte[] read(Extent extent) throws IOException, InterruptedException {
    var start = extent.first() * SECTOR;
    var request =
        HttpRequest.newBuilder(url)
            .timeout(timeout)
            .header("Range", "bytes=%d-%d".formatted(start, start + extent.length() - 1))
            .build();
    var answer = client.send(request, BodyHandlers.ofByteArray());
    if (answer.statusCode() != 206) {
      throw new IOException("status %d".formatted(answer.statusCode()));
    }
    return Arrays.copyOf(answer.body(), extent.length());
  }
}
