package dev.assay.objectstore;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executors;

/** An HTTP server that gives the next of the answers it was told, the last one for ever. */
final class ScriptedStore implements AutoCloseable {
  private final HttpServer server;
  private final Queue<Answer> answers = new ArrayDeque<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  /** Answers one request; may fail, or never end. */
  interface Answer {
    void give(HttpExchange exchange) throws IOException, InterruptedException;
  }

  ScriptedStore(Answer... answers) throws IOException {
    this.answers.addAll(List.of(answers));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  Options options() {
    return Options.at("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Method, path and query of each request that came. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    exchange.getRequestBody().readAllBytes();
    try (exchange) {
      next().give(exchange);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Answer next() {
    return answers.size() > 1 ? answers.remove() : answers.element();
  }

  /** An error as S3 describes it. */
  static Answer error(int status, String code) {
    return answer(
        status,
        "application/xml",
        "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>as the test says</Message></Error>"
            .formatted(code));
  }

  static Answer answer(int status, String type, String body) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", type);
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** An object, with the checksum in its metadata. */
  static Answer object(String body, String sha256) {
    return exchange -> {
      exchange.getResponseHeaders().set("x-amz-meta-sha256", sha256);
      answer(200, "application/octet-stream", body).give(exchange);
    };
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
