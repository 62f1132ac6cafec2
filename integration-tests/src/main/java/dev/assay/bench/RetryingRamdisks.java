package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.ramdisk.Body;
import dev.assay.stack.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Posts callbacks with ramdisk logs, all at once, and retries as the ramdisk does: after 409, 5xx
 * or a broken connection, with five attempts in all. Source: spec ramdisk.md 7.2.
 */
final class RetryingRamdisks {
  private static final List<Duration> PAUSES =
      List.of(5, 5, 6, 12).stream().map(Duration::ofSeconds).toList();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final byte[] INVENTORY = "\"inventory\":".getBytes(StandardCharsets.US_ASCII);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiClient api;
  private final List<byte[]> bodies;
  private final AtomicBoolean refusalPrinted = new AtomicBoolean();
  private final byte[] logs;
  private final Map<String, Integer> outcomes = new TreeMap<>();

  /** Replaces the logs in {@code bodies} so that each body has about {@code size} bytes. */
  RetryingRamdisks(ApiClient api, List<byte[]> bodies, int size) {
    this.api = api;
    this.bodies = bodies.stream().map(RetryingRamdisks::withoutLogs).toList();
    var length = Math.max(1, size - this.bodies.getFirst().length);
    this.logs = RamdiskLogs.of(new Random(1), length).getBytes(StandardCharsets.US_ASCII);
  }

  /** The number of attempts by how they ended. */
  Map<String, Integer> outcomes() {
    return outcomes;
  }

  private static byte[] withoutLogs(byte[] body) {
    try {
      var json = (ObjectNode) JSON.readTree(body);
      json.remove("logs");
      return Body.bytes(json);
    } catch (IOException e) {
      throw new UncheckedIOException("a body of the simulator is no JSON", e);
    }
  }

  /** Posts all callbacks and returns when all have succeeded or given up. */
  void post() {
    try (var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      bodies.forEach(body -> threads.execute(() -> postOne(http, body)));
    }
  }

  private void postOne(HttpClient http, byte[] body) {
    try {
      for (var pause : PAUSES) {
        if (!isRetried(attempt(http, body))) {
          return;
        }
        Thread.sleep(pause);
      }
      attempt(http, body);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isRetried(int status) {
    return status == 0 || status == 409 || status >= 500;
  }

  /** Posts once and returns the status; 0 if there is no response. */
  private int attempt(HttpClient http, byte[] body) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(api.address() + "/v1/continue_inspection"))
            .header("Content-Type", "application/json")
            .timeout(TIMEOUT.multipliedBy(2)) // covers sending and the response
            .POST(withLogs(body))
            .build();
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      var status = answer.statusCode();
      if (status >= 400 && !isRetried(status) && refusalPrinted.compareAndSet(false, true)) {
        System.err.println("the first callback that was refused: " + answer.body());
      }
      count(String.valueOf(status));
      return status;
    } catch (IOException e) {
      count(e.getClass().getSimpleName());
      return 0;
    }
  }

  private BodyPublisher withLogs(byte[] body) {
    return BodyPublishers.concat(
        BodyPublishers.ofByteArray(body, 0, body.length - 1),
        BodyPublishers.ofString(",\"logs\":\""),
        BodyPublishers.ofByteArray(logs),
        BodyPublishers.ofString("\"}"));
  }

  private synchronized void count(String outcome) {
    outcomes.merge(outcome, 1, Integer::sum);
  }

  /** How many stored inventories equal, byte for byte, one that was sent. */
  int unchanged() {
    var sent = new java.util.HashSet<String>();
    bodies.forEach(body -> sent.add(inventoryOf(body)));
    int same = 0;
    var nodes = api.get("/v1/nodes?provision_state=manageable").require(200).json().path("nodes");
    for (JsonNode node : nodes) {
      var stored = api.get("/v1/nodes/" + node.path("uuid").asText() + "/inventory");
      if (stored.status() == 200
          && sent.remove(inventoryOf(stored.body().getBytes(StandardCharsets.UTF_8)))) {
        same++;
      }
    }
    return same;
  }

  /**
   * The text of the member {@code inventory}, which is the first one, up to its closing bracket.
   */
  private static String inventoryOf(byte[] json) {
    var text = new String(json, StandardCharsets.UTF_8);
    int start = text.indexOf(new String(INVENTORY, StandardCharsets.US_ASCII)) + INVENTORY.length;
    while (text.charAt(start) == ' ') {
      start++;
    }
    int depth = 0;
    var quoted = false;
    for (int i = start; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '\\' -> i++;
        case '"' -> quoted = !quoted;
        case '{' -> depth += quoted ? 0 : 1;
        case '}' -> depth -= quoted ? 0 : 1;
        default -> {}
      }
      if (depth == 0) {
        return text.substring(start, i + 1);
      }
    }
    return Arrays.toString(json);
  }
}
