package dev.assay.api.body;

import io.restassured.RestAssured;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A callback posted over a plain socket, which may stall, break off, or contradict its headers. */
final class RawPost implements AutoCloseable {
  private static final Pattern CONTENT_LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");

  private final Socket socket;

  /** Sends only the head, with {@code framing}: how long the body is. */
  RawPost(String framing) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port);
    socket.setSoTimeout(60_000);
    send(
        "POST /v1/continue_inspection HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + framing
            + "\r\n\r\n");
  }

  static RawPost ofLength(long length) throws IOException {
    return new RawPost("Content-Length: " + length);
  }

  static RawPost chunked() throws IOException {
    return new RawPost("Transfer-Encoding: chunked");
  }

  RawPost send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.US_ASCII));
  }

  RawPost send(byte[] bytes) throws IOException {
    out().write(bytes);
    out().flush();
    return this;
  }

  private OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  /** Ends the output: nothing more is sent. */
  void end() throws IOException {
    socket.shutdownOutput();
  }

  /** The next response, whole; less when the connection is closed before. */
  String answer() throws IOException {
    var head = head();
    var length = CONTENT_LENGTH.matcher(head);
    var body = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return head + new String(socket.getInputStream().readNBytes(body), StandardCharsets.UTF_8);
  }

  /** The head of the next response; less when the connection is closed before. */
  String head() throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      var next = socket.getInputStream().read();
      if (next < 0) {
        break;
      }
      head.append((char) next);
    }
    return head.toString();
  }

  /** The status of the response. */
  int status() throws IOException {
    return Integer.parseInt(
        new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8).substring(9));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
