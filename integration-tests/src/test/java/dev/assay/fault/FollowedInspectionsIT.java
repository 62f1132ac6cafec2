package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.scenario.Enrolment;
import dev.assay.stack.ApiClient;
import dev.assay.stack.FreePorts;
import dev.assay.stack.LoadBalancer;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Whoever follows inspections misses nothing while services are killed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FollowedInspectionsIT {
  private static final int PORT = FreePorts.next();

  @AutoClose
  static final Stack STACK =
      Stack.named("followed-inspections")
          .apis(2)
          .conductors(2)
          .set("assay.inspector.require-managed-boot", false)
          .set("assay.webhooks.hosts", "127.0.0.1:" + PORT)
          // Else the next attempt after refused ones may be a minute away.
          .set("assay.webhooks.max-pause", "2s")
          .start();

  @AutoClose static final LoadBalancer BALANCER = LoadBalancer.before(STACK);

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int INSPECTIONS = 12;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiClient api = new ApiClient(BALANCER.address());

  @Test
  void a_stream_through_haproxy_goes_on_at_another_api_service_without_a_gap() throws Exception {
    var from = lastEvent();
    try (var stream = new EventReader(from)) {
      inspect(2);
      await("the stream has begun").atMost(LIMIT).until(() -> stream.ids.size() >= 2);
      for (var service : STACK.apis()) {
        service.process().kill();
        inspect(3);
        service.process().start();
      }
      inspect(1);

      await("everything has come")
          .atMost(LIMIT)
          .until(() -> stream.ids.size() >= eventsAfter(from).size());
      assertThat(List.copyOf(stream.ids)).isEqualTo(eventsAfter(from));
      assertThat(stream.gaps).isEmpty();
    }
  }

  @Test
  void webhooks_go_on_when_the_conductor_that_sends_is_killed() throws Exception {
    var from = lastEvent();
    try (var receiver = new Receiver()) {
      var made =
          api.post("/v1/webhooks", Map.of("url", "http://127.0.0.1:" + PORT + "/hook"))
              .require(201)
              .json();
      receiver.secret = made.path("secret").asText();
      inspect(2);
      await("something was sent").atMost(LIMIT).until(() -> !receiver.ids.isEmpty());

      receiver.refuses.set(true);
      inspect(INSPECTIONS / 2);
      var leader = leader();
      leader.process().kill();
      receiver.refuses.set(false);
      inspect(INSPECTIONS / 2);

      await("all events were sent")
          .atMost(LIMIT)
          .until(() -> new LinkedHashSet<>(receiver.ids).containsAll(eventsAfter(from)));
      assertThat(List.copyOf(new LinkedHashSet<>(receiver.ids))).isEqualTo(eventsAfter(from));
      assertThat(receiver.forged).isEmpty();
      leader.process().start();
      api.delete("/v1/webhooks/" + made.path("uuid").asText()).require(204);
    }
  }

  /** The conductor that sends to webhooks. */
  private static Service leader() {
    return STACK.conductors().stream()
        .filter(
            each ->
                metrics(each)
                    .lines()
                    .anyMatch(
                        line ->
                            line.startsWith("assay_periodic_leader{")
                                && line.contains("task=\"webhooks\"")
                                && line.endsWith(" 1.0")))
        .findFirst()
        .orElseThrow();
  }

  private static String metrics(Service service) {
    try {
      return service.text("/q/metrics");
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void inspect(int times) {
    for (int i = 0; i < times; i++) {
      var address = Enrolment.newAddress();
      var node = Enrolment.waiting(api, address);
      post(Enrolment.minimalBody(address));
      api.awaitState(node, "manageable");
    }
  }

  /** Posts again after 503, which asks for it, as a ramdisk does. */
  private void post(Object callback) {
    await("the callback is accepted")
        .atMost(LIMIT)
        .until(() -> api.callback(callback), answer -> answer.status() != 503)
        .require(202);
  }

  /** The place behind all events. */
  private String lastEvent() {
    return api.get("/v1/events").require(200).json().path("last_event_id").asText();
  }

  /** The ids of all events behind one, in order. */
  private List<String> eventsAfter(String id) {
    return api.get("/v1/events?limit=1000&last_event_id=" + ApiClient.encode(id))
        .require(200)
        .json()
        .path("events")
        .findValuesAsText("id");
  }

  /** A client of server-sent events that connects again as browsers do. */
  private static final class EventReader implements AutoCloseable {
    final Queue<String> ids = new ConcurrentLinkedQueue<>();
    final Queue<String> gaps = new ConcurrentLinkedQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Thread thread;
    private volatile boolean closing;
    private String last;

    EventReader(String from) {
      last = from;
      thread = Thread.ofVirtual().start(this::follow);
    }

    private void follow() {
      while (!closing) {
        try {
          read();
        } catch (IOException _) {
          // the connection broke: again, from the last event
        } catch (InterruptedException _) {
          return;
        }
      }
    }

    private void read() throws IOException, InterruptedException {
      var request =
          HttpRequest.newBuilder(URI.create(BALANCER.address() + "/v1/events"))
              .header("Accept", "text/event-stream")
              .header("Last-Event-ID", last);
      var response = client.send(request.build(), BodyHandlers.ofInputStream());
      try (var lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
        String kind = "";
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith("event: ")) {
            kind = line.substring("event: ".length());
          } else if (line.startsWith("id: ")) {
            last = line.substring("id: ".length());
          } else if (line.startsWith("data: ")) {
            if (kind.equals("gap")) {
              gaps.add(line);
            } else {
              ids.add(JSON.readTree(line.substring("data: ".length())).path("id").asText());
            }
          }
        }
      }
    }

    @Override
    public void close() {
      closing = true;
      client.shutdownNow();
      thread.interrupt();
    }
  }

  /** A server for webhooks, which checks signatures. */
  private static final class Receiver implements AutoCloseable {
    final Queue<String> ids = new ConcurrentLinkedQueue<>();
    final Queue<String> forged = new ConcurrentLinkedQueue<>();
    final AtomicBoolean refuses = new AtomicBoolean();
    volatile String secret = "";
    private final HttpServer server;

    Receiver() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT), 50);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/hook", this::receive);
      server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
      try (exchange) {
        var body = exchange.getRequestBody().readAllBytes();
        if (refuses.get() || secret.isEmpty()) {
          exchange.sendResponseHeaders(503, -1);
          return;
        }
        var signature = exchange.getRequestHeaders().getFirst("X-Assay-Signature");
        if (!signature.equals(expected(signature, body))) {
          forged.add(signature);
        }
        JSON.readTree(body).path("events").forEach(event -> ids.add(event.path("id").asText()));
        exchange.sendResponseHeaders(204, -1);
      }
    }

    private String expected(String signature, byte[] body) {
      var time = signature.substring("t=".length(), signature.indexOf(','));
      try {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
        return "t=%s,v1=%s".formatted(time, HexFormat.of().formatHex(mac.doFinal(body)));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
