package dev.assay.redfish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.hardware.Bmc;
import dev.assay.id.NodeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A BMC with responses that a test defines, for misbehaviour that the simulator does not have. */
final class StubBmc implements AutoCloseable {
  static final String SYSTEM = "/redfish/v1/Systems/1";

  private final HttpServer server;
  private final Map<String, Supplier<Reply>> replies = new HashMap<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> bodies = new ArrayList<>();

  /** Headers as name, value, name, value. */
  record Reply(int status, String body, List<String> headers) {
    static Reply ok(String json) {
      return new Reply(200, json.replace('\'', '"'), List.of());
    }

    static Reply status(int status, String... headers) {
      return new Reply(status, "", List.of(headers));
    }

    Reply with(String... more) {
      return new Reply(status, body, List.of(more));
    }
  }

  StubBmc() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
    on("GET /redfish/v1/", () -> Reply.ok("{'Systems':{'@odata.id':'/redfish/v1/Systems'}}"));
    on("GET /redfish/v1/Systems", () -> Reply.ok("{'Members':[{'@odata.id':'" + SYSTEM + "'}]}"));
  }

  /** From now on {@code request} ("GET /path") is answered so. */
  StubBmc on(String request, Supplier<Reply> reply) {
    synchronized (replies) {
      replies.put(request, reply);
    }
    return this;
  }

  StubBmc on(String request, Reply reply) {
    return on(request, () -> reply);
  }

  /** "GET /path" each, with the credential's kind behind. */
  List<String> requests() {
    synchronized (replies) {
      return List.copyOf(requests);
    }
  }

  /** The bodies of the requests that have one. */
  List<String> bodies() {
    synchronized (replies) {
      return List.copyOf(bodies);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  ObjectNode driverInfo() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("redfish_address", url())
        .put("redfish_username", "root")
        .put("redfish_password", "calvin-5ecret");
  }

  Bmc bmc() {
    return new Bmc(NodeId.random(), driverInfo());
  }

  private void handle(HttpExchange exchange) throws IOException {
    var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    Supplier<Reply> next;
    synchronized (replies) {
      requests.add(request + credential(exchange));
      if (!sent.isEmpty()) {
        bodies.add(sent);
      }
      next = replies.getOrDefault(request, () -> Reply.status(404));
    }
    var reply = next.get(); // requests come one at a time: the server has one thread
    for (var i = 0; i < reply.headers().size(); i += 2) {
      exchange.getResponseHeaders().add(reply.headers().get(i), reply.headers().get(i + 1));
    }
    var body = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
    try (exchange) {
      exchange.getResponseBody().write(body);
    } catch (IOException _) {
      // the client hangs up on a body that is too large
    }
  }

  private static String credential(HttpExchange exchange) {
    var headers = exchange.getRequestHeaders();
    var token = headers.getFirst("X-Auth-Token");
    if (token != null) {
      return " token " + token;
    }
    var ifMatch = headers.getFirst("If-Match");
    return (headers.containsKey("Authorization") ? " basic" : "")
        + (ifMatch == null ? "" : " " + ifMatch);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
