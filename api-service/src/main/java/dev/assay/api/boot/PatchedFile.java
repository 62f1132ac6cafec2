package dev.assay.api.boot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;

/**
 * A file with some of its bytes replaced while it is read, so that thousands of machines share one
 * image and each gets its own parameters in it.
 */
record PatchedFile(Path file, long size, List<Patch> patches) {
  PatchedFile {
    patches = List.copyOf(patches);
  }

  /** Replaces the bytes from {@code offset} on. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Patch(long offset, byte[] bytes) {}

  /**
   * Reads {@code length} bytes from {@code start} on. The file stays readable when it is deleted
   * meanwhile.
   */
  InputStream open(long start, long length) throws IOException {
    Objects.checkFromIndexSize(start, length, size);
    return new Reader(FileChannel.open(file, StandardOpenOption.READ), start, start + length);
  }

  private final class Reader extends InputStream {
    private final FileChannel channel;
    private final long end;
    private long position;

    Reader(FileChannel channel, long start, long end) {
      this.channel = channel;
      this.position = start;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      Objects.checkFromIndexSize(from, length, target.length);
      if (length == 0) {
        return 0;
      }
      var most = (int) Math.min(length, end - position);
      var count = most == 0 ? -1 : channel.read(ByteBuffer.wrap(target, from, most), position);
      if (count > 0) {
        patches.forEach(patch -> apply(patch, target, from, count));
        position += count;
      }
      return count;
    }

    private void apply(Patch patch, byte[] target, int from, int count) {
      var first = Math.max(position, patch.offset());
      var last = Math.min(position + count, patch.offset() + patch.bytes().length);
      if (first < last) {
        System.arraycopy(
            patch.bytes(),
            (int) (first - patch.offset()),
            target,
            from + (int) (first - position),
            (int) (last - first));
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
