package dev.assay.api.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A completely received body: in memory, or on disk while it waits for memory. */
sealed interface ReceivedBody {
  /** The length in bytes. */
  int length();

  /** The bytes from the start; the stream need not be closed. */
  InputStream stream() throws IOException;

  /** Frees what it holds; may be called repeatedly. */
  void close();

  /** A short body; {@code freed} runs when it is closed. */
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

  /** A long body; {@code freed} runs when it is closed. */
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
