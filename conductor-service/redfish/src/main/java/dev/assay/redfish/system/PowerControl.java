package dev.assay.redfish.system;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.PowerState;
import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishRequest;
import dev.assay.redfish.client.RedfishResource;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import dev.assay.redfish.client.RedfishTask;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Brings one system to a power state and waits until it is reached. Source: DSP0268
 * ComputerSystem.Reset, spec conductor.md 8 and 12.
 */
public final class PowerControl {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final String ON = "On";
  private static final String OFF = "Off";

  private final RedfishClient client;
  private final String path;
  private final Deadline deadline;

  public PowerControl(RedfishClient client, String path, Deadline deadline) {
    this.client = client;
    this.path = path;
    this.deadline = deadline;
  }

  /**
   * The power state that a BMC's text stands for; a change in progress counts as done. Empty for
   * any other text.
   */
  public static Optional<PowerState> meaning(Optional<String> reported) {
    return reported.flatMap(
        state ->
            switch (state) {
              case ON, "PoweringOn" -> Optional.of(PowerState.ON);
              case OFF, "PoweringOff" -> Optional.of(PowerState.OFF);
              default -> Optional.empty();
            });
  }

  public void bring(PowerState target) {
    switch (target) {
      case ON -> reach(ON, ON);
      case OFF -> reach(OFF, "ForceOff");
      case SOFT_OFF -> reach(OFF, "GracefulShutdown");
      case REBOOT -> restart();
      case SOFT_REBOOT -> {
        reach(OFF, "GracefulShutdown");
        reach(ON, ON);
      }
      case ERROR -> throw new IllegalArgumentException("nothing is brought to power state error");
    }
  }

  private void restart() {
    var now = settled();
    if (!is(now, OFF) && offered(now, "ForceRestart")) {
      var command = reset(now, "ForceRestart");
      var answer = client.send(command);
      if (answer.isSuccess()) {
        var task = client.task(command, answer);
        await(ON, task, true); // it was on before, too
        return;
      }
    }
    reach(OFF, "ForceOff");
    reach(ON, ON);
  }

  private void reach(String state, String resetType) {
    var now = settled();
    if (is(now, state)) {
      return;
    }
    if (!offered(now, resetType)) {
      throw client.errors().notOffered("the reset type " + resetType);
    }
    var command = reset(now, resetType);
    var answer = client.send(command);
    if (!answer.isSuccess() && !is(read(), state)) {
      throw client.errors().unexpected(command, answer);
    }
    var task = client.task(command, answer);
    await(state, task, false);
  }

  private static boolean offered(ComputerSystem now, String type) {
    return now.reset().map(action -> action.allows(type)).orElse(true);
  }

  private RedfishRequest reset(ComputerSystem now, String type) {
    var body = JsonNodeFactory.instance.objectNode().put("ResetType", type);
    return RedfishRequest.post(target(now), body);
  }

  private String target(ComputerSystem now) {
    return now.reset()
        .flatMap(RedfishResource.Reset::target)
        .orElse(path + "/Actions/ComputerSystem.Reset");
  }

  /** The system, once no power change is in progress. */
  private ComputerSystem settled() {
    return poll(
        () -> Optional.of(read()),
        system -> !is(system, "PoweringOn") && !is(system, "PoweringOff"),
        "the change of power that was under way");
  }

  /** Until the state is reached, and the task has ended if {@code wholly}. */
  private void await(String state, Optional<RedfishTask> task, boolean wholly) {
    var _ =
        poll(
            () -> ifReachable(task),
            system ->
                is(system, state)
                    && (!wholly || task.filter(unfinished -> !unfinished.hasEnded()).isEmpty()),
            "it was told to power " + state);
  }

  private ComputerSystem poll(
      Supplier<Optional<ComputerSystem>> reading, Predicate<ComputerSystem> done, String since) {
    var pause = FIRST_PAUSE;
    while (true) {
      var system = reading.get();
      if (system.filter(done).isPresent()) {
        return system.get();
      }
      if (deadline.passed()) {
        var state = system.flatMap(ComputerSystem::powerState).orElse("unknown");
        throw client.errors().notReached(state, since);
      }
      deadline.pause(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
  }

  private ComputerSystem read() {
    return client.require(path, ComputerSystem.class).resource();
  }

  /**
   * Empty when the BMC is unreachable, as some are while the machine restarts; throws when the
   * deadline has passed.
   */
  private Optional<ComputerSystem> ifReachable(Optional<RedfishTask> task) {
    try {
      task.ifPresent(RedfishTask::refresh);
      return Optional.of(read());
    } catch (HardwareFailure e) {
      if (e.code() != ErrorCode.BMC_UNREACHABLE || deadline.passed()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static boolean is(ComputerSystem system, String state) {
    return system.powerState().filter(state::equals).isPresent();
  }
}
