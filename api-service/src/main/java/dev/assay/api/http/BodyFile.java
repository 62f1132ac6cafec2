package dev.assay.api.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A body on disk, in a file that has no name any more: it is gone when it is closed, or the process
 * ends. Its methods block; one thread at a time.
 */
class BodyFile implements AutoCloseable {
  private final Path folder;
  private @Nullable FileChannel channel;

  /** Made in {@code folder} with the first piece. */
  BodyFile(Path folder) {
    this.folder = folder;
  }

  /** Writes {@code pieces} behind what is there. */
  void append(Pieces pieces) throws IOException {
    if (channel == null) {
      channel = open(folder);
    }
    pieces.writeTo(channel);
  }

  private static FileChannel open(Path folder) throws IOException {
    var name = Files.createTempFile(folder, "assay-body-", ".json"); // for its owner only
    try {
      return FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } finally {
      Files.delete(name);
    }
  }

  /** What is there, from its start; the stream need not be closed. */
  InputStream stream() throws IOException {
    var opened = opened();
    opened.position(0);
    return Channels.newInputStream(opened);
  }

  /** The {@code length} bytes that are there; IOException when there are not as many. */
  byte[] bytes(int length) throws IOException {
    var bytes = ByteBuffer.allocate(length);
    var opened = opened();
    for (int read = 0; bytes.hasRemaining() && read >= 0; ) {
      read = opened.read(bytes, bytes.position());
    }
    if (bytes.hasRemaining() || opened.size() != length) {
      throw new IOException("a body of %d bytes has %d on disk".formatted(length, opened.size()));
    }
    return bytes.array();
  }

  private FileChannel opened() throws IOException {
    if (channel == null) {
      throw new IOException("nothing was written");
    }
    return channel;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
