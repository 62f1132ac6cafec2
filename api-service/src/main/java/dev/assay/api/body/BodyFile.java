package dev.assay.api.body;

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
 * A request body in a temporary file that was deleted right after it was opened, so that it
 * disappears when it is closed or the process ends. Its methods block; for one thread at a time.
 */
class BodyFile implements AutoCloseable {
  private final Path folder;
  private @Nullable FileChannel channel;

  /** Creates its file in {@code folder} with the first {@link #append}. */
  BodyFile(Path folder) {
    this.folder = folder;
  }

  /** Appends {@code pieces}. */
  void append(Pieces pieces) throws IOException {
    if (channel == null) {
      channel = open(folder);
    }
    pieces.writeTo(channel);
  }

  private static FileChannel open(Path folder) throws IOException {
    var name = Files.createTempFile(folder, "assay-body-", ".json"); // accessible to its owner only
    try {
      return FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } finally {
      Files.delete(name);
    }
  }

  /** The content from its start; the stream need not be closed. */
  InputStream stream() throws IOException {
    var opened = opened();
    opened.position(0);
    return Channels.newInputStream(opened);
  }

  /** The content of {@code length} bytes; throws IOException when the file has another length. */
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
