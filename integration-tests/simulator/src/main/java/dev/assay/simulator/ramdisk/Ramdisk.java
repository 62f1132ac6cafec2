package dev.assay.simulator.ramdisk;

import dev.assay.simulator.machine.BootSource;
import dev.assay.simulator.machine.Firmware;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.simulator.machine.Misbehaviour;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;

/** Boots machines into the ramdisk: each runs on its own virtual thread until it is powered off. */
public final class Ramdisk implements Firmware {
  /** How long the supervisor of the agent waits before it restarts a terminated agent. */
  private static final Duration SUPERVISOR_PAUSE = Duration.ofSeconds(3);

  private final RamdiskSettings settings;
  private final Wire wire;
  private final Sleep pause;

  /**
   * A ramdisk for all machines of a rack.
   *
   * @param client shared; not closed by this class
   * @param pause waits for all pauses of the ramdisk except boot time and DHCP
   */
  public Ramdisk(RamdiskSettings settings, HttpClient client, Sleep pause) {
    this.settings = settings;
    this.wire = new Wire(client, settings.requestTimeout());
    this.pause = pause;
  }

  @Override
  public Running boot(Machine machine, BootSource source) {
    return switch (source) {
      case BootSource.Disk() -> {
        machine.report(Stage.LOCAL_BOOT, "");
        yield () -> {};
      }
      case BootSource.Nothing(var reason) -> {
        machine.report(Stage.BOOT_FAILED, reason);
        yield () -> {};
      }
      case BootSource.Network() -> start(machine, () -> settingsOfNetwork(machine));
      case BootSource.Image(var url) -> start(machine, () -> settingsOf(url));
    };
  }

  /** Where the ramdisk gets its settings from; it gives none if no ramdisk is to be booted. */
  @FunctionalInterface
  private interface Setup {
    Optional<RamdiskSettings> read() throws IOException, InterruptedException;
  }

  private Running start(Machine machine, Setup setup) {
    machine.report(Stage.BOOTING, "");
    var thread = Thread.ofVirtual().name(machine.name()).start(() -> run(machine, setup));
    return thread::interrupt;
  }

  private Optional<RamdiskSettings> settingsOf(URI image) throws IOException, InterruptedException {
    var parameters = new BootImage(wire.client(), image, wire.timeout()).parameters();
    return Optional.of(parameters.settings(settings, image));
  }

  private Optional<RamdiskSettings> settingsOfNetwork(Machine machine)
      throws IOException, InterruptedException {
    var template = settings.ipxeUrl();
    if (template == null) {
      return Optional.of(settings);
    }
    var script = URI.create(template.formatted(machine.macAddresses().getFirst()));
    var parameters = new NetworkBoot(wire.client(), script, wire.timeout()).parameters();
    return parameters.isEmpty()
        ? Optional.empty()
        : Optional.of(parameters.get().settings(settings, script));
  }

  private void run(Machine machine, Setup setup) {
    try {
      switch (machine.misbehaviour()) {
        case Misbehaviour.NeverBoots _ -> {
          return;
        }
        case Misbehaviour.SlowBoot(Duration bootTime) -> Thread.sleep(bootTime);
        case Misbehaviour.None _,
            Misbehaviour.PostsGarbage _,
            Misbehaviour.PostsTwice _,
            Misbehaviour.LosesAnswer _,
            Misbehaviour.ReportsError _,
            Misbehaviour.BmcRefuses _,
            Misbehaviour.BmcPortClosed _,
            Misbehaviour.BmcHangs _,
            Misbehaviour.BmcAnswersGarbage _,
            Misbehaviour.IgnoresShutdown _ ->
            Thread.sleep(settings.bootTime());
      }
      var booted = setup.read();
      if (booted.isEmpty()) {
        machine.report(Stage.LOCAL_BOOT, "nothing to boot from the network");
        return;
      }
      supervise(machine, booted.get());
    } catch (IOException | IllegalArgumentException e) {
      machine.report(Stage.BOOT_FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      // The machine was powered off.
    }
  }

  private void supervise(Machine machine, RamdiskSettings given) throws InterruptedException {
    var agent = new Agent(machine, given, wire, pause);
    while (true) {
      try {
        agent.run();
        return;
      } catch (AgentDied failure) {
        machine.counters().agentRestarted();
        machine.report(Stage.RESTARTING, String.valueOf(failure.getMessage()));
        pause.pause(SUPERVISOR_PAUSE);
      }
    }
  }
}
