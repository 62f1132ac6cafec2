package dev.assay.api.fuzz;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request as it travels: nothing between here and the service mends it.
 *
 * @param number in its run; with the seed it makes the request again
 * @param endpoint for which it was made; what was made of it may lead elsewhere
 * @param target path and query, already encoded, or wrongly
 * @param headers whole lines, besides Host and Content-Length
 * @param body empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to a socket
record Request(
    long number,
    Endpoint endpoint,
    String method,
    String target,
    List<String> headers,
    byte[] body) {
  private static final int MAX_SHOWN = 2000;

  /** True when the answer has no body whatever its headers say. */
  boolean head() {
    return method.equals("HEAD");
  }

  /** True when it asks for a change. */
  boolean writes() {
    return !method.equals("GET") && !method.equals("HEAD");
  }

  /**
   * False for a target that RFC 3986 does not allow: Quarkus refuses it before any code of ours
   * (3.34.1, VertxHttpRecorder), with an empty 400.
   */
  boolean isUri() {
    try {
      return !new URI(target).toString().isEmpty();
    } catch (URISyntaxException _) {
      return false;
    }
  }

  /** What goes over the wire. */
  byte[] bytes() {
    var out = new ByteArrayOutputStream();
    out.writeBytes(start().getBytes(StandardCharsets.ISO_8859_1));
    out.writeBytes(body);
    return out.toByteArray();
  }

  private String start() {
    var start = new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    start.append("Host: 127.0.0.1\r\n");
    headers.forEach(header -> start.append(header).append("\r\n"));
    if (body.length > 0) {
      start.append("Content-Length: ").append(body.length).append("\r\n");
    }
    return start.append("\r\n").toString();
  }

  /** For the one who repeats it by hand: bytes beyond ASCII as \xNN. */
  @Override
  public String toString() {
    return "request %d for %s:%n%s".formatted(number, endpoint, shown(bytes()));
  }

  static String shown(byte[] bytes) {
    var text = new StringBuilder();
    for (var i = 0; i < Math.min(bytes.length, MAX_SHOWN); i++) {
      var b = bytes[i];
      if (b == '\n' || b == '\r' || (b >= ' ' && b < 0x7f)) {
        text.append((char) b);
      } else {
        text.append("\\x%02x".formatted(b & 0xff));
      }
    }
    return bytes.length <= MAX_SHOWN
        ? text.toString()
        : text.append("... (%d bytes)".formatted(bytes.length)).toString();
  }
}
