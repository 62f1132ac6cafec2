package dev.assay.stack;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A client of the Bare Metal API for tests and benchmarks; only {@link #order} and what creates
 * something retry requests.
 */
public final class ApiClient {
  /** The newest version that the service supports (spec/api.md 2). */
  public static final String NEWEST = "1.115";

  private static final String VERSION_HEADER = "X-OpenStack-Ironic-API-Version";
  private static final Duration RETRY_TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private final HttpClient http;
  private final String address;
  private final String version;

  /** A client that sends the newest version. */
  public ApiClient(String address) {
    this(HTTP, address, NEWEST);
  }

  private ApiClient(HttpClient http, String address, String version) {
    this.http = http;
    this.address = address;
    this.version = version;
  }

  /** A client with a trust store and connections of its own. */
  public static ApiClient over(HttpClient http, String address) {
    return new ApiClient(http, address, NEWEST);
  }

  /**
   * A client of the same service that sends another version; an empty one sends no version header.
   */
  public ApiClient version(String other) {
    return new ApiClient(http, address, other);
  }

  /** The base URL of the API without {@code /v1}. */
  public String address() {
    return address;
  }

  public ApiAnswer get(String path) {
    return send("GET", path, BodyPublishers.noBody());
  }

  public ApiAnswer delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody());
  }

  /**
   * Sends a POST request; {@code body}: maps, lists, JSON trees, or text or bytes that are sent
   * unchanged.
   */
  public ApiAnswer post(String path, Object body) {
    return send("POST", path, json(body));
  }

  public ApiAnswer put(String path, Object body) {
    return send("PUT", path, json(body));
  }

  public ApiAnswer patch(String path, Object body) {
    return send("PATCH", path, json(body));
  }

  /** Sends any request; {@code headers} alternates names and values. */
  public ApiAnswer send(String method, String path, BodyPublisher body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, body);
    if (body.contentLength() != 0) {
      request.header("Content-Type", "application/json");
    }
    if (!version.isEmpty()) {
      request.header(VERSION_HEADER, version);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      return new ApiAnswer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + address + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + method + " " + path, e);
    }
  }

  /**
   * Creates a node and returns its UUID; retries while the API cannot do it now (503), as every
   * client does.
   */
  public String createNode(Map<String, ?> node) {
    return create("/v1/nodes", node).json().path("uuid").asText();
  }

  /** Creates a port of a node; retries as {@link #createNode} does. */
  public ApiAnswer createPort(String node, String address) {
    return create("/v1/ports", Map.of("node_uuid", node, "address", address));
  }

  private ApiAnswer create(String path, Map<String, ?> body) {
    return settled("POST " + path, Set.of(503), () -> post(path, body)).require(201);
  }

  /** The current node. */
  public JsonNode node(String ident) {
    return get("/v1/nodes/" + ident).require(200).json();
  }

  /** The current provision state of the node. */
  public String stateOf(String ident) {
    return node(ident).path("provision_state").asText();
  }

  /** Requests {@code manage}, {@code inspect}, {@code abort} or {@code provide}. */
  public ApiAnswer provision(String ident, String target) {
    return put("/v1/nodes/" + ident + "/states/provision", Map.of("target", target));
  }

  /**
   * Requests {@code target} and requires that it is accepted; retries while the node is locked or
   * the API cannot do it now, as every client does.
   */
  public ApiAnswer order(String ident, String target) {
    return settled(target + " of " + ident, Set.of(409, 503), () -> provision(ident, target))
        .require(202);
  }

  private static ApiAnswer settled(
      String what, Set<Integer> temporary, Callable<ApiAnswer> request) {
    return await(what + " is accepted or refused for good")
        .atMost(RETRY_TIMEOUT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .until(request, reply -> !temporary.contains(reply.status()));
  }

  /** Moves a node from enroll to manageable. */
  public void manage(String ident) {
    order(ident, "manage");
    awaitState(ident, "manageable");
  }

  /**
   * Waits up to 60 s until the node is in {@code state}; fails at once when it enters a failed
   * state instead.
   */
  public JsonNode awaitState(String ident, String state) {
    return awaitState(ident, state, Duration.ofSeconds(60));
  }

  /** Waits as {@link #awaitState(String, String)} does, but up to {@code limit}. */
  public JsonNode awaitState(String ident, String state, Duration limit) {
    var seen = new ArrayList<JsonNode>();
    await(ident + " is " + state)
        .atMost(limit)
        .pollDelay(Duration.ZERO)
        .pollInterval(PollIntervals.GROWING)
        .until(
            () -> {
              var node = node(ident);
              seen.clear();
              seen.add(node);
              var now = node.path("provision_state").asText();
              return now.equals(state) || hasFailed(node, now, state);
            });
    var node = seen.getLast();
    var now = node.path("provision_state").asText();
    if (!now.equals(state)) {
      throw new AssertionError(
          "wanted " + state + " but it is " + now + ": " + node.path("last_error").asText());
    }
    return node;
  }

  private static boolean hasFailed(JsonNode node, String now, String wanted) {
    return Set.of("inspect failed", "clean failed").contains(now)
        || (now.equals("enroll")
            && wanted.equals("manageable")
            && !node.path("last_error").isNull());
  }

  /** The addresses of a node's ports, in alphabetical order. */
  public List<String> portsOf(String node) {
    var ports = get("/v1/ports?node=" + encode(node)).require(200).json().path("ports");
    return ports.valueStream().map(port -> port.path("address").asText()).sorted().toList();
  }

  /** Posts a callback as a ramdisk does: without a version header. */
  public ApiAnswer callback(Object payload) {
    return version("").post("/v1/continue_inspection", payload);
  }

  /** Encodes text for a query string. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static BodyPublisher json(Object body) {
    if (body instanceof String text) {
      return BodyPublishers.ofString(text);
    }
    if (body instanceof byte[] bytes) {
      return BodyPublishers.ofByteArray(bytes);
    }
    try {
      return BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + body, e);
    }
  }
}
