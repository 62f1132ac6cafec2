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

/** A client of the Bare Metal API in the words of the tests; only {@link #order} tries again. */
public final class ApiClient {
  /** The newest version that the service speaks (spec/api.md 2). */
  public static final String NEWEST = "1.115";

  private static final String VERSION_HEADER = "X-OpenStack-Ironic-API-Version";
  private static final Duration LOCKED_LIMIT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private final String address;
  private final String version;

  /** A client of the newest version. */
  public ApiClient(String address) {
    this(address, NEWEST);
  }

  private ApiClient(String address, String version) {
    this.address = address;
    this.version = version;
  }

  /** The same service, asked at another version; empty sends no version header. */
  public ApiClient version(String other) {
    return new ApiClient(address, other);
  }

  /** The address without {@code /v1}. */
  public String address() {
    return address;
  }

  public ApiAnswer get(String path) {
    return send("GET", path, BodyPublishers.noBody());
  }

  public ApiAnswer delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody());
  }

  /** {@code body}: maps, lists, trees, or text that is sent as it is. */
  public ApiAnswer post(String path, Object body) {
    return send("POST", path, json(body));
  }

  public ApiAnswer put(String path, Object body) {
    return send("PUT", path, json(body));
  }

  public ApiAnswer patch(String path, Object body) {
    return send("PATCH", path, json(body));
  }

  /** Any request at all. */
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
      var answer = HTTP.send(request.build(), BodyHandlers.ofString());
      return new ApiAnswer(answer.statusCode(), answer.headers(), answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + address + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + method + " " + path, e);
    }
  }

  /** Creates a node; answers its UUID. */
  public String createNode(Map<String, ?> node) {
    return post("/v1/nodes", node).require(201).json().path("uuid").asText();
  }

  /** Creates a port of a node. */
  public ApiAnswer createPort(String node, String address) {
    return post("/v1/ports", Map.of("node_uuid", node, "address", address)).require(201);
  }

  /** The node as it is now. */
  public JsonNode node(String ident) {
    return get("/v1/nodes/" + ident).require(200).json();
  }

  /** The node's provision state now. */
  public String stateOf(String ident) {
    return node(ident).path("provision_state").asText();
  }

  /** Asks for {@code manage}, {@code inspect}, {@code abort} or {@code provide}. */
  public ApiAnswer provision(String ident, String target) {
    return put("/v1/nodes/" + ident + "/states/provision", Map.of("target", target));
  }

  /** The same, and it must be accepted; as every client does, asks again while it is locked. */
  public ApiAnswer order(String ident, String target) {
    var answer =
        await(target + " of " + ident + " is accepted or refused for good")
            .atMost(LOCKED_LIMIT)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(50))
            .until(() -> provision(ident, target), refused -> refused.status() != 409);
    return answer.require(202);
  }

  /** From enroll to manageable. */
  public void manage(String ident) {
    order(ident, "manage");
    awaitState(ident, "manageable");
  }

  /** Waits until the node is in that state; fails at once when it is in a failed state instead. */
  public JsonNode awaitState(String ident, String state) {
    return awaitState(ident, state, Duration.ofSeconds(60));
  }

  /** The same with a limit of one's own. */
  public JsonNode awaitState(String ident, String state, Duration limit) {
    var seen = new ArrayList<JsonNode>();
    await(ident + " is " + state)
        .atMost(limit)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              var node = node(ident);
              seen.clear();
              seen.add(node);
              var now = node.path("provision_state").asText();
              return now.equals(state) || hasGoneWrong(node, now, state);
            });
    var node = seen.getLast();
    var now = node.path("provision_state").asText();
    if (!now.equals(state)) {
      throw new AssertionError(
          "wanted " + state + " but it is " + now + ": " + node.path("last_error").asText());
    }
    return node;
  }

  private static boolean hasGoneWrong(JsonNode node, String now, String wanted) {
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

  /** What is posted as a ramdisk posts it: without a version. */
  public ApiAnswer callback(Object payload) {
    return version("").post("/v1/continue_inspection", payload);
  }

  /** Text for use in a query. */
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
