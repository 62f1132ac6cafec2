package dev.assay.simulator.ramdisk;

import dev.assay.simulator.machine.Firmware;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.simulator.machine.Misbehaviour;
import java.net.http.HttpClient;
import java.time.Duration;

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
  public Running boot(Machine machine, boolean network) {
    if (!network) {
      machine.report(Stage.LOCAL_BOOT, "");
      return () -> {};
    }
    machine.report(Stage.BOOTING, "");
    var thread = Thread.ofVirtual().name(machine.name()).start(() -> run(machine));
    return thread::interrupt;
  }

  private void run(Machine machine) {
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
            Misbehaviour.IgnoresShutdown _ ->
            Thread.sleep(settings.bootTime());
      }
      supervise(machine);
    } catch (InterruptedException _) {
      // The machine was powered off.
    }
  }

  private void supervise(Machine machine) throws InterruptedException {
    var agent = new Agent(machine, settings, wire, pause);
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
