package dev.assay.simulator.ramdisk;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;

/** Sends heartbeats to the service until the machine is powered off (spec/ramdisk.md 7.5). */
final class Heartbeats {
  private static final int AGENT_PORT = 9999;
  private static final String AGENT_VERSION = "11.4.0";

  /** Real agents make one each; nobody keeps the key of this one. */
  private static final String CERTIFICATE = certificate();

  private final Machine machine;
  private final URI api;
  private final Wire wire;
  private final Sleep pause;
  private final SplittableRandom random;

  Heartbeats(Machine machine, URI api, Wire wire, Sleep pause, SplittableRandom random) {
    this.machine = machine;
    this.api = api;
    this.wire = wire;
    this.pause = pause;
    this.random = random;
  }

  /** Sends heartbeats forever; ends only by interruption. */
  void beat(ApiVersion version, Lookup.Found node) throws InterruptedException {
    while (true) {
      var accepted = sendOnce(version, node);
      var interval =
          accepted
              ? scaled(node.heartbeatTimeout(), random.nextDouble(0.3, 0.6))
              : scaled(Duration.ofSeconds(1), random.nextDouble(5, 10));
      pause.pause(interval);
    }
  }

  private boolean sendOnce(ApiVersion version, Lookup.Found node) throws InterruptedException {
    var url = URI.create("%s/v1/heartbeat/%s".formatted(api, node.uuid()));
    try {
      var reply =
          wire.send(
              wire.request(url)
                  .header(ApiVersion.HEADER, version.toString())
                  .POST(BodyPublishers.ofString(body(version, node)))
                  .build());
      machine.report(Stage.HEARTBEAT, "status " + reply.status());
      if (reply.status() == 202) {
        machine.counters().heartbeatAccepted();
        return true;
      }
    } catch (IOException e) {
      machine.report(Stage.HEARTBEAT, "no connection: " + e.getMessage());
    }
    return false;
  }

  /** The JSON body; the API of the agent uses TLS where the service can learn its certificate. */
  private String body(ApiVersion version, Lookup.Found node) {
    var body = JsonNodeFactory.instance.objectNode();
    var scheme = version.knowsAgentCertificate() ? "https" : "http";
    body.put(
        "callback_url", "%s://%s:%d".formatted(scheme, machine.hardware().address(), AGENT_PORT));
    if (version.knowsAgentCertificate()) {
      body.put("agent_verify_ca", CERTIFICATE);
    }
    if (version.knowsAgentToken() && node.token() != null) {
      body.put("agent_token", node.token());
    }
    if (version.knowsAgentVersion()) {
      body.put("agent_version", AGENT_VERSION);
    }
    return body.toString();
  }

  private static String certificate() {
    try (var resource = Heartbeats.class.getResourceAsStream("agent.pem")) {
      return new String(Objects.requireNonNull(resource).readAllBytes(), US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Duration scaled(Duration duration, double factor) {
    return Duration.ofMillis((long) (duration.toMillis() * factor));
  }
}
