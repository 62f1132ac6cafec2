package dev.assay.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * An OpenTelemetry collector that keeps all spans. Source: OTLP 1.3, OTLP/HTTP,
 * opentelemetry/proto/trace/v1/trace.proto.
 */
final class TestCollector implements AutoCloseable {
  private final HttpServer server;
  private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile boolean refusing;

  private TestCollector(HttpServer server) {
    this.server = server;
  }

  static TestCollector start() {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var collector = new TestCollector(HttpServer.create(address, 0));
      collector.server.createContext("/v1/traces", collector::receive);
      collector.server.start();
      return collector;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For {@code assay.tracing.endpoint}. */
  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Everything that was received, by any service. */
  List<ReceivedSpan> spans() {
    return List.copyOf(spans);
  }

  /** The spans of one trace. */
  List<ReceivedSpan> trace(String id) {
    return spans.stream().filter(span -> span.trace().equals(id)).toList();
  }

  /** From now on it responds 400, or accepts again. */
  void refuse(boolean all) {
    refusing = all;
  }

  /** How many requests it has refused. */
  int refused() {
    return refused.get();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange;
        var body = body(exchange)) {
      var message = body.readAllBytes();
      if (refusing) {
        refused.incrementAndGet();
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      new Protobuf(message).messages(1).forEach(this::keep);
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static InputStream body(HttpExchange exchange) throws IOException {
    var body = exchange.getRequestBody();
    return "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
        ? new GZIPInputStream(body)
        : body;
  }

  private void keep(Protobuf resourceSpans) {
    var resource = attributes(resourceSpans.messages(1).stream());
    var service = resource.getOrDefault("service.name", "");
    resourceSpans.messages(2).stream()
        .flatMap(scopeSpans -> scopeSpans.messages(2).stream())
        .map(span -> span(service, span))
        .forEach(spans::add);
  }

  private static ReceivedSpan span(String service, Protobuf span) {
    return new ReceivedSpan(
        service,
        span.hex(1),
        span.hex(2),
        span.hex(4),
        span.text(5),
        attributes(Stream.of(span), 9),
        span.messages(13).stream().map(link -> link.hex(1)).toList(),
        span.messages(15).stream().anyMatch(status -> status.number(3) == 2));
  }

  private static Map<String, String> attributes(Stream<Protobuf> of) {
    return attributes(of, 1);
  }

  private static Map<String, String> attributes(Stream<Protobuf> of, int field) {
    var found = new HashMap<String, String>();
    of.flatMap(message -> message.messages(field).stream())
        .forEach(
            attribute -> {
              var value = attribute.messages(2).getFirst();
              found.put(
                  attribute.text(1),
                  value.has(3) ? String.valueOf(value.number(3)) : value.text(1));
            });
    return Map.copyOf(found);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
