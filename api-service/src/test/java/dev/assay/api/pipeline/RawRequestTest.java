package dev.assay.api.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no HTTP client would send. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RawRequestTest {
  private static final int MIB = 1024 * 1024;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/%zz",
        "/v1/drivers?a=%zz",
        "/v1/drivers?%zz",
        "/v1/drivers?a=%ff",
        "/v1/drivers/%ff",
        "/v1/drivers/%00",
        "/v1/drivers/\u0001",
        "/v1/drivers/%2e%2e%2f",
        "/v1/drivers/../../../..//etc",
      })
  void a_strange_path_is_the_clients_mistake(String path) throws IOException {
    var answer = exchange(head("GET " + path + " HTTP/1.1", "Connection: close"));
    assertThat(answer).containsPattern("^HTTP/1.1 4[0-9][0-9]");
    assertThat(answer).doesNotContain("text/html", "Exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"?a=b", "?"})
  void a_target_without_a_path_is_the_clients_mistake(String target) throws IOException {
    var answer = exchange(head("GET " + target + " HTTP/1.1", "Connection: close"));
    assertThat(answer).containsPattern("^HTTP/1.1 400").contains("error_message", "check its path");
    assertThat(answer).contains("openstack-request-id: req-", "1.115").doesNotContain("Exception");
  }

  @Test
  void an_endless_announced_body_is_answered_and_not_kept() throws IOException {
    try (var socket = connect()) {
      var out = socket.getOutputStream();
      send(
          out,
          head(
              "POST /v1/continue_inspection HTTP/1.1",
              "Content-Type: application/json",
              "Content-Length: " + 100 * MIB));
      for (int i = 0; i < 100; i++) {
        out.write(new byte[MIB]);
      }
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(in.readLine()).startsWith("HTTP/1.1 413");
    }
  }

  @Test
  void a_body_in_chunks_is_counted() throws IOException {
    try (var socket = connect()) {
      var out = socket.getOutputStream();
      send(
          out,
          head(
              "POST /v1/continue_inspection HTTP/1.1",
              "Content-Type: application/json",
              "Transfer-Encoding: chunked"));
      for (int i = 0; i < 20; i++) {
        send(out, Integer.toHexString(MIB) + "\r\n");
        out.write(" ".repeat(MIB).getBytes(StandardCharsets.US_ASCII));
        send(out, "\r\n");
      }
      send(out, "0\r\n\r\n");
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(in.readLine()).startsWith("HTTP/1.1 413");
      var head = in.lines().takeWhile(line -> !line.isEmpty()).toList();
      assertThat(head).anyMatch(line -> line.contains("1.115"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"xyz\r\n{}\r\n0\r\n\r\n", "5\r\n{}\r\n0\r\n\r\n", "-1\r\n{}\r\n", "5g\r\n{}\r\n"})
  void chunks_that_are_none_are_the_clients_mistake(String body) throws IOException {
    try (var socket = connect()) {
      send(
          socket.getOutputStream(),
          head(
                  "POST /v1/continue_inspection HTTP/1.1",
                  "Content-Type: application/json",
                  "Transfer-Encoding: chunked")
              + body);
      socket.shutdownOutput();
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 400").contains("error_message", "Transfer-Encoding");
      assertThat(answer).contains("openstack-request-id: req-");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://[",
        "//[",
        "/v1/nodes/[x]|^{}",
        "/v1/nodes?a=^",
        "foo",
        "*",
        "/v1/\u00e4",
      })
  void a_target_that_is_no_uri_gets_a_request_id(String target) throws IOException {
    var answer = exchange(head("GET " + target + " HTTP/1.1", "Connection: close"));
    assertThat(answer).containsPattern("^HTTP/1.1 4[0-9][0-9]");
    assertThat(answer).contains("openstack-request-id: req-", "error_message");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"//q/metrics", "/%71/metrics", "/v1/../q/metrics", "/./q/metrics", "/%71", "//q"})
  void health_and_metrics_have_one_path_only(String path) throws IOException {
    var answer = exchange(head("GET " + path + " HTTP/1.1", "Connection: close"));
    assertThat(answer).startsWith("HTTP/1.1 404").contains("openstack-request-id: req-");
  }

  @Test
  void a_connection_goes_on_after_a_refused_body() throws IOException {
    try (var socket = connect()) {
      var out = socket.getOutputStream();
      send(
          out,
          head("POST /v1/unknown HTTP/1.1", "Content-Type: text/plain", "Content-Length: 5")
              + "hello"
              + head("GET /v1 HTTP/1.1", "Connection: close"));
      var answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answers).contains("HTTP/1.1 415", "HTTP/1.1 200");
    }
  }

  @Test
  void a_request_without_a_host_is_answered() throws IOException {
    assertThat(exchange("GET /v1 HTTP/1.0\r\n\r\n")).contains(" 200 ", "/v1/nodes/");
  }

  @Test
  void requests_without_end_that_wait_for_responses_close_the_connection() throws IOException {
    try (var socket = connect()) {
      var waiting = head("GET /v1/lookup?addresses=52:54:00:ff:ff:fe HTTP/1.1");
      send(socket.getOutputStream(), waiting + head("GET /v1 HTTP/1.1").repeat(2000));
      var answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answers.split("HTTP/1.1 ", -1).length - 1)
          .isLessThan(PipelinedRequests.MOST_UNANSWERED + 1);
    } catch (SocketException _) {
      // the rest of the requests was still on its way when the server closed the connection
    }
  }

  @ParameterizedTest
  @CsvSource({"95, 200", "101, 431"})
  void header_fields_are_counted(int fields, int status) throws IOException {
    var lines = "\r\na: b".repeat(fields - 2);
    var answer = exchange(head("GET /v1 HTTP/1.1", "Connection: close" + lines));
    assertThat(answer).startsWith("HTTP/1.1 " + status);
    if (status == 431) {
      assertThat(answer).contains("openstack-request-id: req-", "more than 100 header fields");
    }
  }

  @Test
  void header_fields_may_have_16_KiB_together() throws IOException {
    var field = "a: %s";
    assertThat(
            exchange(
                head("GET /v1 HTTP/1.1", "Connection: close", field.formatted("b".repeat(16_000)))))
        .startsWith("HTTP/1.1 200");
    assertThat(
            exchange(
                head("GET /v1 HTTP/1.1", "Connection: close", field.formatted("b".repeat(16_600)))))
        .startsWith("HTTP/1.1 431");
  }

  @Test
  void chunks_are_for_HTTP_1_1() throws IOException {
    var head =
        head(
            "POST /v1/continue_inspection HTTP/1.0",
            "Content-Length: 2",
            "Content-Type: application/json",
            "Transfer-Encoding: chunked");
    var answer = exchange(head + "2\r\n{}\r\n0\r\n\r\n");
    assertThat(answer).contains(" 400 ", "Transfer-Encoding needs HTTP/1.1");
  }

  private String exchange(String request) throws IOException {
    try (var socket = connect()) {
      send(socket.getOutputStream(), request);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String head(String... lines) {
    return String.join("\r\n", lines) + "\r\nHost: localhost\r\n\r\n";
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port);
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }
}
