package dev.assay.standalone.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ApiTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "503 | <html>No server is available.</html> | true  | status 503",
        "503 | {\"title\": \"The service stops.\"}      | true  | The service stops.",
        "400 | {\"title\": \"No such field.\"}          | false | No such field."
      })
  void what_is_offered_and_not_taken_has_a_reason(
      int status, String body, boolean temporary, String reason) throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try (var api = new Api("http://127.0.0.1:" + server.getAddress().getPort())) {
      var answer = api.offer("PUT", "/v1/nodes/a/inspections/b", "{}".getBytes(UTF_8));

      assertThat(answer.isTemporary()).isEqualTo(temporary);
      assertThat(answer.reason()).isEqualTo(reason);
    } finally {
      server.stop(0);
    }
  }
}
