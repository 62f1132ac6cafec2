package dev.assay.simulator.ramdisk;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;

/** Posts a callback and closes the connection without waiting for the response. */
final class LostAnswer {
  private LostAnswer() {}

  /** Sends the complete request and closes the connection without reading. */
  static void post(URI url, byte[] body, Duration timeout) throws IOException {
    var secure = url.getScheme().equals("https");
    int port = url.getPort() > 0 ? url.getPort() : secure ? 443 : 80;
    try (var socket = secure ? SSLSocketFactory.getDefault().createSocket() : new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), port), (int) timeout.toMillis());
      var out = socket.getOutputStream();
      out.write(head(url, body.length).getBytes(StandardCharsets.US_ASCII));
      out.write(body);
      out.flush();
    }
  }

  private static String head(URI url, int length) {
    var query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return """
    POST %s%s HTTP/1.1\r
    Host: %s\r
    Content-Type: application/json\r
    Accept: application/json\r
    Content-Length: %d\r
    \r
    """
        .formatted(
            url.getRawPath().isEmpty() ? "/" : url.getRawPath(),
            query,
            url.getRawAuthority(),
            length);
  }
}
