package dev.assay.simulator.ramdisk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent.Stage;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Looks up which node the machine is (spec/ramdisk.md 7.3). */
final class Lookup {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int LONGEST_PAUSE_SECONDS = 60;
  private static final List<Duration> PAUSES_WHEN_LOCKED =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30));

  private final Machine machine;
  private final URI api;
  private final Wire wire;
  private final Sleep pause;
  private final SplittableRandom random;

  /**
   * A node as the lookup response describes it.
   *
   * @param token null: the response has none
   */
  record Found(String uuid, Duration heartbeatTimeout, @Nullable String token) {
    private static final String HIDDEN = "******";

    /** True if the service masked the token: this agent cannot authenticate itself. */
    boolean tokenHidden() {
      return HIDDEN.equals(token);
    }
  }

  Lookup(Machine machine, URI api, Wire wire, Sleep pause, SplittableRandom random) {
    this.machine = machine;
    this.api = api;
    this.wire = wire;
    this.pause = pause;
    this.random = random;
  }

  /** The default version in the API root; an old one if the root cannot be read. */
  ApiVersion defaultVersion() throws InterruptedException {
    try {
      var reply = wire.send(wire.request(URI.create(api + "/")).GET().build());
      return reply
          .json()
          .map(root -> root.path("default_version").path("version").asText())
          .flatMap(ApiVersion::parse)
          .orElse(ApiVersion.ASSUMED);
    } catch (IOException _) {
      return ApiVersion.ASSUMED;
    }
  }

  /**
   * Retries the lookup until the node is found.
   *
   * @param uuid the UUID from the response to the callback
   * @throws AgentDied after pauses of ten minutes in total
   */
  Found find(ApiVersion version, Optional<String> uuid) throws AgentDied, InterruptedException {
    var waited = Duration.ZERO;
    for (int attempt = 0, locked = 0; waited.compareTo(TIMEOUT) < 0; attempt++) {
      var status = 0;
      try {
        machine.counters().lookedUp();
        var request = wire.request(url(uuid)).header(ApiVersion.HEADER, version.toString()).GET();
        var reply = wire.send(request.build());
        status = reply.status();
        var found = status == 200 ? reply.json().flatMap(Lookup::parsed) : Optional.<Found>empty();
        if (found.isPresent()) {
          machine.report(Stage.LOOKUP, found.get().uuid());
          return found.get();
        }
      } catch (IOException e) {
        machine.report(Stage.LOOKUP, "no connection: " + e.getMessage());
      }
      var wait = backoff(attempt);
      if (status == 409) {
        wait = wait.plus(PAUSES_WHEN_LOCKED.get(Math.min(locked++, 2)));
      }
      machine.report(Stage.LOOKUP, "status %d, again in %d s".formatted(status, wait.toSeconds()));
      pause.pause(wait);
      waited = waited.plus(wait);
    }
    throw new AgentDied("lookup found no node in " + TIMEOUT.toSeconds() + " s");
  }

  private URI url(Optional<String> uuid) {
    var addresses = String.join(",", machine.macAddresses());
    var node = uuid.map(id -> "&node_uuid=" + id).orElse("");
    return URI.create("%s/v1/lookup?addresses=%s%s".formatted(api, addresses, node));
  }

  /**
   * A random pause of at least 1 s, with an upper limit that grows exponentially from 1 to 60 s.
   */
  private Duration backoff(int attempt) {
    int limit = Math.min(LONGEST_PAUSE_SECONDS, 1 << Math.min(attempt, 6));
    return Duration.ofMillis(1000 + (long) (random.nextDouble() * (limit - 1) * 1000));
  }

  private static Optional<Found> parsed(ObjectNode body) {
    var uuid = body.path("node").path("uuid");
    var timeout = heartbeatTimeout(body);
    if (!uuid.isTextual() || !timeout.isNumber()) {
      return Optional.empty();
    }
    var token = body.path("config").path("agent_token").textValue();
    return Optional.of(new Found(uuid.textValue(), seconds(timeout), token));
  }

  private static JsonNode heartbeatTimeout(ObjectNode body) {
    var current = body.path("config").path("heartbeat_timeout");
    return current.isMissingNode() ? body.path("heartbeat_timeout") : current;
  }

  private static Duration seconds(JsonNode value) {
    return Duration.ofMillis((long) (value.doubleValue() * 1000));
  }
}
