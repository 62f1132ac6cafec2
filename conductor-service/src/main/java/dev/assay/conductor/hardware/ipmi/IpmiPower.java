package dev.assay.conductor.hardware.ipmi;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.PowerState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Brings one machine to a power state and waits until it is reached. Source: IPMI v2.0 28.3, spec
 * conductor.md 12.
 */
final class IpmiPower {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);
  private static final Pattern STATUS = Pattern.compile("Chassis Power is (on|off)");
  private static final Pattern DONE = Pattern.compile("Chassis Power Control:");

  private final IpmiClient client;
  private final Deadline deadline;
  private final boolean mayPowerOff;

  /** Without {@code mayPowerOff} the machine is restarted by a reset only. */
  IpmiPower(IpmiClient client, Deadline deadline, boolean mayPowerOff) {
    this.client = client;
    this.deadline = deadline;
    this.mayPowerOff = mayPowerOff;
  }

  /** The state that the BMC reports. */
  PowerState now() {
    return client.ask(STATUS, "chassis", "power", "status").group(1).equals("on")
        ? PowerState.ON
        : PowerState.OFF;
  }

  void bring(PowerState target) {
    switch (target) {
      case ON -> reach(PowerState.ON, "on");
      case OFF -> reach(PowerState.OFF, "off");
      case SOFT_OFF -> reach(PowerState.OFF, "soft");
      case REBOOT -> restart();
      case SOFT_REBOOT -> {
        requireMayPowerOff("IPMI has no soft reboot");
        reach(PowerState.OFF, "soft");
        reach(PowerState.ON, "on");
      }
      case ERROR -> throw new IllegalArgumentException("nothing is brought to power state error");
    }
  }

  private void restart() {
    if (now() == PowerState.ON && reset()) {
      await(PowerState.ON, "reset");
      return;
    }
    requireMayPowerOff("the BMC has no reset");
    reach(PowerState.OFF, "off");
    reach(PowerState.ON, "on");
  }

  private void requireMayPowerOff(String why) {
    if (!mayPowerOff && now() == PowerState.ON) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "The machine would be powered off and on, because %s; its node has disable_power_off set."
              .formatted(why));
    }
  }

  /** False when the BMC has no reset, as some have none. */
  private boolean reset() {
    try {
      client.change(DONE, command("reset"));
      return true;
    } catch (HardwareFailure e) {
      if (e.code() != ErrorCode.UNSUPPORTED) {
        throw e;
      }
      return false;
    }
  }

  private void reach(PowerState state, String word) {
    if (now() != state) {
      client.changeWhenAllowed(DONE, command(word));
      await(state, word);
    }
  }

  private static List<String> command(String word) {
    return List.of("chassis", "power", word);
  }

  private void await(PowerState state, String word) {
    var pause = FIRST_PAUSE;
    var last = Optional.<PowerState>empty();
    while (true) {
      last = nowOr(last);
      if (last.filter(state::equals).isPresent()) {
        return;
      }
      if (deadline.passed()) {
        throw client.errors().notReached(last.map(IpmiPower::shown).orElse("unknown"), word);
      }
      deadline.pause(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
  }

  /**
   * The state, or the {@code last} one when the BMC does not answer: some do not while the machine
   * restarts, and the deadline may end a question. Throws when none is known at the deadline.
   */
  private Optional<PowerState> nowOr(Optional<PowerState> last) {
    try {
      return Optional.of(now());
    } catch (HardwareFailure e) {
      if (e.code() != ErrorCode.BMC_UNREACHABLE || (deadline.passed() && last.isEmpty())) {
        throw e;
      }
      return last;
    }
  }

  private static String shown(PowerState state) {
    return state == PowerState.ON ? "on" : "off";
  }
}
