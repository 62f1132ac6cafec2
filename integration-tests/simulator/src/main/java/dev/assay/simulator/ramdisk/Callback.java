package dev.assay.simulator.ramdisk;

import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent.Stage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Posts the callback of one machine, with the retries of spec/ramdisk.md 7.2. */
final class Callback {
  private final Machine machine;
  private final List<URI> urls;
  private final Wire wire;
  private final Sleep pause;
  private final RetryRules rules;

  Callback(Machine machine, List<URI> urls, Wire wire, Sleep pause) {
    this.machine = machine;
    this.urls = urls;
    this.wire = wire;
    this.pause = pause;
    this.rules = RetryRules.of(machine.hardware().kind());
  }

  /**
   * Posts the callback until a response is final, that is, not retried.
   *
   * @return the node's UUID if the response contains it
   * @throws AgentDied if all attempts failed, the response timed out, or it is not a JSON object
   */
  Optional<String> post(byte[] body) throws AgentDied, InterruptedException {
    for (int attempt = 0; ; attempt++) {
      var reply = attempt(body);
      if (reply != null && !rules.retries(reply.status())) {
        return evaluate(reply);
      }
      var reason = reply == null ? "no connection" : "status " + reply.status();
      if (attempt == rules.pauses().size()) {
        throw new AgentDied("callback failed for the last time: " + reason);
      }
      var wait = rules.pauses().get(attempt);
      machine.report(Stage.RETRYING, "%s, again in %d s".formatted(reason, wait.toSeconds()));
      pause.pause(wait);
    }
  }

  /** Tries each URL once; returns the first response, or null if none came. */
  private Wire.@Nullable Reply attempt(byte[] body) throws AgentDied, InterruptedException {
    for (var url : urls) {
      try {
        machine.report(Stage.POSTING, url.toString());
        machine.counters().callbackPosted();
        var reply = wire.send(wire.request(url).POST(BodyPublishers.ofByteArray(body)).build());
        machine.counters().callbackAnswered(reply.status());
        return reply;
      } catch (HttpConnectTimeoutException _) {
        // Not reached: try the next URL.
      } catch (HttpTimeoutException _) {
        throw new AgentDied("no answer within %s".formatted(text(wire.timeout())));
      } catch (IOException _) {
        // Not reached, or disconnected before a response: try the next URL.
      }
    }
    return null;
  }

  private Optional<String> evaluate(Wire.Reply reply) throws AgentDied {
    if (reply.status() >= 400) {
      machine.report(Stage.REFUSED, "status %d: %s".formatted(reply.status(), reply.body()));
      return Optional.empty();
    }
    var json =
        reply
            .json()
            .orElseThrow(() -> new AgentDied("status %d without JSON".formatted(reply.status())));
    machine.report(Stage.ACCEPTED, "status " + reply.status());
    return Optional.ofNullable(json.get("uuid")).map(uuid -> uuid.asText());
  }

  private static String text(Duration duration) {
    return duration.toSeconds() + " s";
  }
}
