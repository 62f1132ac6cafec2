package dev.assay.conductor.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Receives webhooks on 127.0.0.1, and responds with the statuses that it is told, then 204. */
final class Receiver implements AutoCloseable {
  /** One request. */
  record Received(String body, String signature, String eventId, String delivery) {
    List<String> inspections() {
      return events().stream().map(event -> event.path("inspection_uuid").asText()).toList();
    }

    List<JsonNode> events() {
      return StoredJson.read(body, JsonNode.class).path("events").valueStream().toList();
    }
  }

  final List<Received> received = new CopyOnWriteArrayList<>();
  final CountDownLatch mayRespond = new CountDownLatch(1);
  private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  Receiver(Integer... statuses) {
    this.statuses.addAll(List.of(statuses));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook?token=abc";
  }

  /** All inspections, in the order received. */
  List<String> inspections() {
    return received.stream().flatMap(it -> it.inspections().stream()).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var headers = exchange.getRequestHeaders();
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      received.add(
          new Received(
              body,
              headers.getFirst("X-Assay-Signature"),
              String.valueOf(headers.getFirst("X-Assay-Event-Id")),
              headers.getFirst("X-Assay-Delivery")));
      var status = statuses.isEmpty() ? Integer.valueOf(204) : statuses.remove();
      if (status == 0) {
        wait(mayRespond);
        status = 204;
      }
      if (status == 429) {
        exchange.getResponseHeaders().add("Retry-After", "30");
      }
      if (status == 302) {
        exchange.getResponseHeaders().add("Location", url());
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private static void wait(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    mayRespond.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
