package dev.assay.conductor.effect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.rule.ApiCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server on 127.0.0.1 that does what the path says: {@code /503} responds with that status; the
 * target of a redirect is in the query, {@code /302?/200}. It records the requests that it gets.
 */
final class LocalServer implements AutoCloseable {
  /** One request. */
  record Received(String target, Map<String, List<String>> headers) {}

  final List<Received> received = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  LocalServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** "http://127.0.0.1:PORT". */
  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** A call of {@code target}, a path here or a URL, without headers. */
  ApiCall call(String target, int retries) {
    return call(target, Map.of(), Duration.ofSeconds(5), retries);
  }

  ApiCall call(String target, Map<String, String> headers, Duration timeout, int retries) {
    var url = target.startsWith("/") ? origin() + target : target;
    return new ApiCall(URI.create(url), headers, Map.of(), timeout, retries, 10);
  }

  /** The requests that it got, in order. */
  List<String> targets() {
    return received.stream().map(Received::target).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var uri = exchange.getRequestURI();
    received.add(new Received(uri.toString(), Map.copyOf(exchange.getRequestHeaders())));
    try (exchange) {
      switch (uri.getPath()) {
        case "/silent" -> waitForTheEnd();
        case "/drip" -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(1);
          exchange.getResponseBody().flush();
          waitForTheEnd();
        }
        case "/endless" -> {
          exchange.sendResponseHeaders(200, 0);
          while (true) {
            exchange.getResponseBody().write(new byte[64 * 1024]); // until the client hangs up
          }
        }
        case "/hang-up" -> {}
        default -> {
          if (uri.getQuery() != null) {
            exchange.getResponseHeaders().set("Location", uri.getQuery());
            exchange.getResponseHeaders().set("Retry-After", uri.getQuery());
          }
          exchange.sendResponseHeaders(Integer.parseInt(uri.getPath().substring(1)), -1);
        }
      }
    }
  }

  private void waitForTheEnd() {
    try {
      closing.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
