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
import dev.assay.redfish.client.RedfishResponse;
import dev.assay.redfish.client.RedfishTask;
import java.time.Duration;
import java.util.List;
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
  private static final String FORCE_OFF = "ForceOff";
  private static final String FORCE_RESTART = "ForceRestart";
  private static final String GRACEFUL_RESTART = "GracefulRestart";

  /** Between attempts while a BMC is not ready, as some are for a minute after a power change. */
  private static final Duration NOT_READY_PAUSE = Duration.ofSeconds(5);

  private final RedfishClient client;
  private final String path;
  private final Deadline deadline;
  private final boolean mayPowerOff;

  /**
   * Of the system at {@code path}; without {@code mayPowerOff} it is restarted by a reset only, and
   * never powered off and on.
   */
  public PowerControl(RedfishClient client, String path, Deadline deadline, boolean mayPowerOff) {
    this.client = client;
    this.path = path;
    this.deadline = deadline;
    this.mayPowerOff = mayPowerOff;
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
      case OFF -> reach(OFF, FORCE_OFF);
      case SOFT_OFF -> reach(OFF, "GracefulShutdown");
      case REBOOT -> {
        if (mayPowerOff) {
          restart();
        } else {
          resetOnly(List.of(FORCE_RESTART, GRACEFUL_RESTART));
        }
      }
      case SOFT_REBOOT -> {
        if (mayPowerOff) {
          reach(OFF, "GracefulShutdown");
          reach(ON, ON);
        } else {
          resetOnly(List.of(GRACEFUL_RESTART));
        }
      }
      case ERROR -> throw new IllegalArgumentException("nothing is brought to power state error");
    }
  }

  private void restart() {
    var now = settled();
    if (!is(now, OFF) && offered(now, FORCE_RESTART)) {
      var command = reset(now, FORCE_RESTART);
      var answer = client.send(command);
      if (answer.isSuccess()) {
        var task = client.task(command, answer);
        await(ON, task, true); // it was on before, too
        return;
      }
    }
    reach(OFF, FORCE_OFF);
    reach(ON, ON);
  }

  /** Restarts the machine by the first of these that the BMC offers; powers on one that is off. */
  private void resetOnly(List<String> types) {
    var now = settled();
    if (is(now, OFF)) {
      reach(ON, ON);
      return;
    }
    var type =
        types.stream()
            .filter(each -> offered(now, each))
            .findFirst()
            .orElseThrow(
                () ->
                    client
                        .errors()
                        .notOffered(
                            "the reset type %s, and the node has disable_power_off set"
                                .formatted(String.join(" or ", types))));
    var command = reset(now, type);
    var answer = sendWhenReady(command, system -> is(system, OFF));
    if (answer.isSuccess()) {
      await(ON, client.task(command, answer), true);
    } else { // it was switched off meanwhile
      reach(ON, ON);
    }
  }

  /** ForceOff does not wait for a change that is under way: a shutdown may hang. */
  private void reach(String state, String resetType) {
    var now = resetType.equals(FORCE_OFF) ? read() : settled();
    if (is(now, state)) {
      return;
    }
    if (!offered(now, resetType)) {
      throw client.errors().notOffered("the reset type " + resetType);
    }
    var command = reset(now, resetType);
    var answer = sendWhenReady(command, system -> is(system, state));
    var task = client.task(command, answer);
    await(state, task, false);
  }

  /**
   * Sends a reset, again and again while the BMC says that it is too early for it. A refusal is no
   * failure when the machine is as wanted nevertheless.
   */
  private RedfishResponse sendWhenReady(RedfishRequest command, Predicate<ComputerSystem> wanted) {
    while (true) {
      var answer = client.send(command);
      if (answer.isSuccess()) {
        return answer;
      }
      var now = read();
      if (wanted.test(now)) {
        return answer;
      }
      if (!(answer.isNotReady() || isChanging(now)) || deadline.passed()) {
        throw client.errors().unexpected(command, answer);
      }
      deadline.pause(NOT_READY_PAUSE);
    }
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
        system -> !isChanging(system),
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

  private static boolean isChanging(ComputerSystem system) {
    return is(system, "PoweringOn") || is(system, "PoweringOff");
  }

  private static boolean is(ComputerSystem system, String state) {
    return system.powerState().filter(state::equals).isPresent();
  }
}
