package dev.assay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Connections that post large callbacks of unknown machines until they are closed. Every other one
 * stops shortly before the end of its body and waits; the others post again a second after each
 * response.
 */
final class LargePosts implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int WITHHELD_BYTES = 1_000_000;
  private static final int TIMEOUT_MILLIS = 60_000;

  private final int port;
  private final Link link;
  private final byte[] head;
  private final byte[] body;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> outcomes = new TreeMap<>();

  /** Starts {@code connections} connections, which share {@code link}. */
  LargePosts(String address, int connections, int bodySize, Link link) {
    this.link = link;
    this.port = URI.create(address).getPort();
    this.body = body(bodySize);
    this.head =
        """
        POST /v1/continue_inspection HTTP/1.1
        Host: localhost
        Content-Type: application/json
        Content-Length: %d

        """
            .formatted(bodySize)
            .replace("\n", "\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < connections; i++) {
      var stalls = i % 2 == 0;
      threads.add(Thread.ofVirtual().start(() -> run(stalls)));
    }
  }

  /** The number of posts by how they ended: the status, or a failure. */
  Map<String, Integer> outcomes() {
    synchronized (outcomes) {
      return Map.copyOf(outcomes);
    }
  }

  private static byte[] body(int size) {
    var head =
        "{\"inventory\":{\"interfaces\":[{\"mac_address\":\"02:ff:ff:ff:ff:fe\"}]},\"logs\":\"";
    var body = new byte[size];
    Arrays.fill(body, (byte) 'x');
    System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, body, 0, head.length());
    body[size - 2] = '"';
    body[size - 1] = '}';
    return body;
  }

  private void run(boolean stalls) {
    try {
      do {
        count((stalls ? "stalling: " : "posting: ") + post(stalls));
      } while (!over.await(1, TimeUnit.SECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private String post(boolean stalls) throws InterruptedException {
    try (var socket = new Socket()) {
      open.add(socket);
      try {
        return post(socket, stalls);
      } finally {
        open.remove(socket);
      }
    } catch (IOException e) {
      return over.getCount() == 0 ? "at the end" : e.getClass().getSimpleName();
    }
  }

  private String post(Socket socket, boolean stalls) throws IOException, InterruptedException {
    if (over.getCount() == 0) {
      return "at the end"; // close() would not close this socket any more
    }
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    var out = socket.getOutputStream();
    out.write(head);
    int end = stalls ? body.length - Math.min(WITHHELD_BYTES, body.length / 2) : body.length;
    for (int sent = 0; sent < end && over.getCount() > 0; sent += CHUNK_BYTES) {
      int length = Math.min(CHUNK_BYTES, end - sent);
      link.pass(length);
      out.write(body, sent, length);
    }
    return awaitResponse(socket);
  }

  /** Waits for the response; stops waiting when the connections are closed. */
  private String awaitResponse(Socket socket) throws IOException {
    socket.setSoTimeout(500);
    var line = new byte[12];
    for (int waited = 0; waited < TIMEOUT_MILLIS && over.getCount() > 0; waited += 500) {
      try {
        int read = socket.getInputStream().readNBytes(line, 0, line.length);
        return read < line.length
            ? "closed"
            : new String(line, StandardCharsets.US_ASCII).substring(9);
      } catch (java.net.SocketTimeoutException _) {
        // No response yet.
      }
    }
    return over.getCount() == 0 ? "at the end" : "no answer";
  }

  private void count(String outcome) {
    synchronized (outcomes) {
      outcomes.merge(outcome, 1, Integer::sum);
    }
  }

  /**
   * Closes all connections, including those that are blocked writing to a service that does not
   * read.
   */
  @Override
  public void close() {
    over.countDown();
    open.forEach(LargePosts::close);
    for (var thread : threads) {
      try {
        thread.join(TIMEOUT_MILLIS);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a connection cannot be closed", e);
    }
  }
}
