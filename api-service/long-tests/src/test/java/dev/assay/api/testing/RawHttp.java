package dev.assay.api.testing;

import io.restassured.RestAssured;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** What is sent byte for byte, and everything that comes back until the connection is closed. */
public final class RawHttp {
  private RawHttp() {}

  /** Answers of the API under test to {@code sent}; it must ask to close the connection. */
  public static String exchange(String sent) throws IOException {
    return exchange(InetAddress.getLoopbackAddress(), sent);
  }

  /** As above, from this address of loopback. */
  public static String exchange(InetAddress from, String sent) throws IOException {
    var to = InetAddress.getLoopbackAddress();
    try (var socket = new Socket(to, RestAssured.port, from, 0)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A request of these lines, without a body; the last of its connection. */
  public static String request(String... lines) {
    return String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
  }
}
