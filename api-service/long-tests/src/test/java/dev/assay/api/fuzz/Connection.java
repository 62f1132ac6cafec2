package dev.assay.api.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends one request after the other over one connection, whatever stands in them. */
final class Connection implements AutoCloseable {
  private static final int LIMIT_MILLIS = 20_000;

  private final int port;
  private @Nullable Socket socket;
  private InputStream in = InputStream.nullInputStream();

  Connection(int port) {
    this.port = port;
  }

  /** The answer; fails when there is none in twenty seconds. */
  Answer exchange(Request request) throws IOException {
    var out = open().getOutputStream();
    out.write(request.bytes());
    out.flush();
    var start = line().split(" ", 3);
    var status = Integer.parseInt(start[1]);
    var headers = headers();
    var answer = new Answer(status, headers, body(request, status, headers));
    if (start[0].equals("HTTP/1.0") || "close".equals(headers.get("connection"))) {
      close();
    }
    return answer;
  }

  private Socket open() throws IOException {
    var known = socket;
    if (known != null) {
      return known;
    }
    var opened = new Socket(InetAddress.getLoopbackAddress(), port);
    opened.setSoTimeout(LIMIT_MILLIS);
    opened.setTcpNoDelay(true);
    in = new BufferedInputStream(opened.getInputStream());
    socket = opened;
    return opened;
  }

  private Map<String, String> headers() throws IOException {
    var headers = new HashMap<String, String>();
    for (var line = line(); !line.isEmpty(); line = line()) {
      var colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return headers;
  }

  private byte[] body(Request request, int status, Map<String, String> headers) throws IOException {
    if (request.head() || status == 204 || status == 304) {
      return new byte[0];
    }
    if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
      return chunks();
    }
    var length = headers.get("content-length");
    return length == null ? in.readAllBytes() : exactly(Integer.parseInt(length));
  }

  private byte[] chunks() throws IOException {
    var body = new ByteArrayOutputStream();
    for (var size = size(); size > 0; size = size()) {
      body.writeBytes(exactly(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private byte[] exactly(int length) throws IOException {
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the answer ends after %d of %d".formatted(bytes.length, length));
    }
    return bytes;
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (var b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection was closed without an answer");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  /** The next request opens it again. */
  @Override
  public void close() throws IOException {
    var open = socket;
    socket = null;
    if (open != null) {
      open.close();
    }
  }
}
