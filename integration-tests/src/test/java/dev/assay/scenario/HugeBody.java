package dev.assay.scenario;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Posts a far too large body in chunks over a plain socket, because HTTP clients do not wait for
 * the response of a server that has stopped reading.
 *
 * @param port on loopback
 * @param bytes size of the body
 * @param chunked true: the size is not sent in advance
 */
record HugeBody(int port, long bytes, boolean chunked) {
  private static final byte[] PIECE =
      "[\"assay\"],".repeat(6554).getBytes(StandardCharsets.US_ASCII);

  /** Posts the body and returns the status. */
  int post(String path) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      var out = socket.getOutputStream();
      out.write(head(path).getBytes(StandardCharsets.US_ASCII));
      try {
        for (long sent = 0; sent < bytes; sent += PIECE.length) {
          sendPiece(out);
        }
      } catch (IOException _) {
        // The server has already responded and does not read the rest.
      }
      var line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
      return Integer.parseInt(line.substring(9));
    }
  }

  private void sendPiece(OutputStream out) throws IOException {
    if (chunked) {
      out.write("%x\r\n".formatted(PIECE.length).getBytes(StandardCharsets.US_ASCII));
    }
    out.write(PIECE);
    if (chunked) {
      out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private String head(String path) {
    var version = path.equals("/v1/continue_inspection") ? "1.1" : "1.115";
    return "POST "
        + path
        + " HTTP/1.1\r\n"
        + "Host: localhost\r\n"
        + "Content-Type: application/json\r\n"
        + "X-OpenStack-Ironic-API-Version: "
        + version
        + "\r\n"
        + (chunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: " + bytes + "\r\n")
        + "Connection: close\r\n\r\n";
  }
}
