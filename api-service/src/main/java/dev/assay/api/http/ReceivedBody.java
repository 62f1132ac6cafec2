package dev.assay.api.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A whole body: in memory, or on disk while it waits for memory. */
sealed interface ReceivedBody {
  /** In bytes. */
  int length();

  /** Its bytes, from the first one; need not be closed. */
  InputStream stream() throws IOException;

  /** Frees what it holds; may be called again. */
  void close();

  /** A short one; {@code freed} is told when it is closed. */
  @SuppressWarnings("ArrayRecordComponent") // handed on once
  record InMemory(byte[] bytes, Runnable freed) implements ReceivedBody {
    @Override
    public int length() {
      return bytes.length;
    }

    @Override
    public InputStream stream() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public void close() {
      freed.run();
    }
  }

  /** A long one; {@code freed} is told when it is closed. */
  record OnDisk(BodyFile file, int length, Runnable freed) implements ReceivedBody {
    @Override
    public InputStream stream() throws IOException {
      return file.stream();
    }

    byte[] read() throws IOException {
      return file.bytes(length);
    }

    @Override
    public void close() {
      freed.run();
    }
  }
}
