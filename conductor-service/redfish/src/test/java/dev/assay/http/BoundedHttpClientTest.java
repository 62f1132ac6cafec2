package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server sends as many bytes as the path says, of which the query announces more. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BoundedHttpClientTest {
  private static final int LONGEST = 100_000;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final BoundedHttpClient http = new BoundedHttpClient(UnaryOperator.identity());
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

  BoundedHttpClientTest() throws IOException {
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    http.close();
    server.stop(0);
    threads.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, LONGEST - 1, LONGEST})
  void reads_a_body_up_to_the_limit(int length) throws Exception {
    var answer = get("/" + length, LIMIT);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).hasValueSatisfying(body -> assertThat(body).hasSize(length));
  }

  @ParameterizedTest
  @CsvSource({LONGEST + 1 + ",0", LONGEST + 1 + ",1000000000"})
  void keeps_status_and_headers_of_a_longer_one_and_does_not_wait_for_its_end(
      int length, long announced) throws Exception {
    var answer = get("/%d?%d".formatted(length, announced), LIMIT);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Location")).contains("elsewhere");
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/silent", "/0?10", "/10?20"})
  void waits_for_the_last_byte_no_longer_than_the_limit(String path) {
    assertThatThrownBy(() -> get(path, Duration.ofMillis(300)))
        .isInstanceOfSatisfying(
            IOException.class,
            e -> assertThat(HttpFault.of(e)).isEqualTo(HttpFault.NO_RESPONSE_IN_TIME));
  }

  @Test
  void notices_that_the_connection_breaks_within_the_body() {
    assertThatThrownBy(() -> get("/10?20&break", LIMIT))
        .isInstanceOfSatisfying(
            IOException.class, e -> assertThat(HttpFault.of(e)).isEqualTo(HttpFault.BROKEN));
  }

  @Test
  void makes_no_request_when_it_is_closed() {
    http.close();

    assertThatThrownBy(() -> get("/0", LIMIT)).isInstanceOf(IOException.class);
  }

  private HttpResponse<Optional<byte[]>> get(String target, Duration limit) throws Exception {
    var url = "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), target);
    return http.exchange(HttpRequest.newBuilder(URI.create(url)), LONGEST, limit);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath().substring(1);
    var query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("0").split("&", 2);
    try (exchange) {
      if (path.equals("silent")) {
        waitForTheEnd();
        return;
      }
      var length = Integer.parseInt(path);
      var announced = Math.max(length, Long.parseLong(query[0]));
      exchange.getResponseHeaders().set("Location", "elsewhere");
      exchange.sendResponseHeaders(200, announced == 0 ? -1 : announced);
      exchange.getResponseBody().write(new byte[length]);
      exchange.getResponseBody().flush();
      if (announced > length && query.length == 1) {
        waitForTheEnd();
      }
    }
  }

  private void waitForTheEnd() {
    try {
      end.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
