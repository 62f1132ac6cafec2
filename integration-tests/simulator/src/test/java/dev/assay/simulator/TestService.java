package dev.assay.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A minimal inspection service that records requests and returns the responses that a test sets.
 */
public final class TestService implements AutoCloseable {
  public static final String UUID = "8e2c8d3e-0d3b-4c7e-9d7e-3f0f0f0f0f0f";
  public static final String TOKEN = "0123456789abcdef0123456789abcdef";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Queue<Reply>> replies = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** A request as received; header names in lower case. */
  public record Request(
      String method, String path, String query, Map<String, String> headers, String body) {
    public boolean isJson() {
      try {
        return new ObjectMapper().readTree(body).isObject();
      } catch (IOException _) {
        return false;
      }
    }
  }

  /** A response; status 0: none is ever sent. */
  private record Reply(int status, String body) {}

  public TestService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public String callbackUrl() {
    return url() + "/v1/continue_inspection";
  }

  /**
   * Queues a response to requests to {@code path}; queued responses come before the default one.
   */
  public TestService nextAnswer(String path, int status, String body) {
    var queue = replies.computeIfAbsent(path, _ -> new ConcurrentLinkedQueue<>());
    queue.add(new Reply(status, body));
    return this;
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  public List<Request> callbacks() {
    return requests.stream().filter(r -> r.path().equals("/v1/continue_inspection")).toList();
  }

  public List<Request> to(String path) {
    return requests.stream().filter(r -> r.path().startsWith(path)).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = read(exchange);
      requests.add(request);
      var reply = reply(request.path());
      if (reply.status() == 0) {
        closed.await();
        return;
      }
      var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static Request read(HttpExchange exchange) throws IOException {
    var headers = new ConcurrentHashMap<String, String>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var uri = exchange.getRequestURI();
    var query = uri.getQuery() == null ? "" : uri.getQuery();
    return new Request(exchange.getRequestMethod(), uri.getPath(), query, headers, body);
  }

  private Reply reply(String path) {
    for (var entry : replies.entrySet()) {
      var next = path.equals(entry.getKey()) ? entry.getValue().poll() : null;
      if (next != null) {
        return next;
      }
    }
    if (path.equals("/")) {
      return new Reply(200, "{\"default_version\": {\"version\": \"1.115\"}}");
    }
    if (path.equals("/v1/lookup")) {
      return new Reply(
          200,
          """
          {"node": {"uuid": "%s"}, "config": {"heartbeat_timeout": 300, "agent_token": "%s"}}
          """
              .formatted(UUID, TOKEN));
    }
    return new Reply(202, "{\"uuid\": \"%s\"}".formatted(UUID));
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
