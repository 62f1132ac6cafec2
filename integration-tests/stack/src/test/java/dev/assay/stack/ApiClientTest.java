package dev.assay.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ApiClientTest {
  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private List<Integer> answers = List.of();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var status = answers.get(requests.getAndIncrement());
          var body = "{\"uuid\":\"u\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void a_node_is_created_again_after_503() {
    answers = List.of(503, 503, 201);

    assertThat(client().createNode(Map.of())).isEqualTo("u");
    assertThat(requests).hasValue(3);
  }

  @Test
  void a_node_is_not_created_again_after_a_refusal() {
    answers = List.of(409, 201);

    assertThatThrownBy(() -> client().createNode(Map.of())).isInstanceOf(AssertionError.class);
    assertThat(requests).hasValue(1);
  }

  @Test
  void an_order_is_repeated_while_the_node_is_locked() {
    answers = List.of(409, 503, 202);

    client().order("u", "inspect").require(202);
    assertThat(requests).hasValue(3);
  }

  private ApiClient client() {
    return new ApiClient("http://127.0.0.1:" + server.getAddress().getPort());
  }
}
