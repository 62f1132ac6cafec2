package dev.assay.simulator.ramdisk;

import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.simulator.machine.Misbehaviour;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The agent of the ramdisk on one machine during one boot; one call of {@link #run} is one run of
 * its process.
 */
final class Agent {
  private final Machine machine;
  private final RamdiskSettings settings;
  private final Wire wire;
  private final Sleep pause;
  private final SplittableRandom random;
  private final Callback callback;

  private boolean responseDropped;

  Agent(Machine machine, RamdiskSettings settings, Wire wire, Sleep pause) {
    this.machine = machine;
    this.settings = settings;
    this.wire = wire;
    this.pause = pause;
    this.random =
        new SplittableRandom(settings.seed() ^ machine.hardware().uuid().getLeastSignificantBits());
    this.callback = new Callback(machine, settings.callbackUrls(), wire, pause);
  }

  /** Runs inspection, then lookup, then heartbeats; returns when there is nothing more to do. */
  void run() throws AgentDied, InterruptedException {
    machine.report(Stage.COLLECTING, "");
    if (machine.hardware().reported("boot_interface").isTextual()) {
      Thread.sleep(settings.dhcpWait());
    }
    var uuid = inspect(Body.of(machine));
    var api = settings.apiUrl();
    if (api != null) {
      serve(api, uuid);
    }
  }

  private Optional<String> inspect(byte[] body) throws AgentDied, InterruptedException {
    if (machine.misbehaviour() instanceof Misbehaviour.LosesAnswer && !responseDropped) {
      dropResponse(body);
    }
    var uuid =
        machine.misbehaviour() instanceof Misbehaviour.PostsTwice
            ? postTwice(body)
            : callback.post(body);
    // After failed collectors the agent treats the inspection as failed, whatever the response.
    return machine.misbehaviour() instanceof Misbehaviour.ReportsError ? Optional.empty() : uuid;
  }

  private void dropResponse(byte[] body) throws AgentDied {
    var url = settings.callbackUrls().getFirst();
    machine.report(Stage.POSTING, url + ", without waiting for the answer");
    machine.counters().callbackPosted();
    try {
      LostAnswer.post(url, body, wire.timeout());
    } catch (IOException e) {
      throw new AgentDied("connection failed: " + e.getMessage());
    }
    responseDropped = true;
    throw new AgentDied("the answer was lost");
  }

  private Optional<String> postTwice(byte[] body) throws AgentDied, InterruptedException {
    var second =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    var _ = callback.post(body);
                  } catch (AgentDied failure) {
                    machine.report(Stage.REFUSED, "second callback: " + failure.getMessage());
                  } catch (InterruptedException _) {
                    // The machine was powered off.
                  }
                });
    try {
      var uuid = callback.post(body);
      second.join();
      return uuid;
    } finally {
      second.interrupt();
    }
  }

  private void serve(URI api, Optional<String> uuid) throws AgentDied, InterruptedException {
    var lookup = new Lookup(machine, api, wire, pause, random);
    var version = lookup.defaultVersion();
    var node = lookup.find(version.atMost(ApiVersion.LOOKUP), uuid);
    if (node.tokenHidden()) {
      machine.report(Stage.GAVE_UP, "the token belongs to somebody else");
      return;
    }
    new Heartbeats(machine, api, wire, pause, random)
        .beat(version.atMost(ApiVersion.HEARTBEAT), node);
  }
}
