package dev.assay.simulator.machine;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Switches the power of one machine. A change takes a delay, during which the state is PoweringOn
 * or PoweringOff; a running machine is stopped when a power-off or restart begins, not when it
 * ends.
 */
final class Power {
  private final Duration delay;
  private final Supplier<Firmware.Running> boot;
  private final Runnable changed;

  private PowerState state = PowerState.OFF;
  private @Nullable Thread transition;
  private Firmware.@Nullable Running running;

  Power(Duration delay, Supplier<Firmware.Running> boot, Runnable changed) {
    this.delay = delay;
    this.boot = boot;
    this.changed = changed;
  }

  synchronized PowerState state() {
    return state;
  }

  synchronized ResetOutcome reset(ResetType type) {
    return switch (type) {
      case ON, FORCE_ON -> on();
      case FORCE_OFF, GRACEFUL_SHUTDOWN -> off();
      case FORCE_RESTART, GRACEFUL_RESTART -> restart();
      case PUSH_POWER_BUTTON -> state == PowerState.OFF ? on() : off();
    };
  }

  /** Cuts the power at once, without a transition. */
  synchronized void cut() {
    stopRunning();
    if (transition != null) {
      transition.interrupt();
      transition = null;
    }
    enter(PowerState.OFF);
  }

  private ResetOutcome on() {
    return switch (state) {
      case ON, POWERING_ON -> ResetOutcome.ALREADY_THERE;
      case POWERING_OFF -> ResetOutcome.IN_TRANSITION;
      case OFF -> begin(PowerState.POWERING_ON, PowerState.ON);
    };
  }

  private ResetOutcome off() {
    return switch (state) {
      case OFF, POWERING_OFF -> ResetOutcome.ALREADY_THERE;
      case ON, POWERING_ON -> begin(PowerState.POWERING_OFF, PowerState.OFF);
    };
  }

  private ResetOutcome restart() {
    return switch (state) {
      case OFF -> ResetOutcome.NOT_ON;
      case POWERING_ON, POWERING_OFF -> ResetOutcome.IN_TRANSITION;
      case ON -> begin(PowerState.POWERING_ON, PowerState.ON);
    };
  }

  private ResetOutcome begin(PowerState during, PowerState after) {
    stopRunning();
    if (transition != null) {
      transition.interrupt();
    }
    enter(during);
    transition = Thread.ofVirtual().start(() -> finishAfterDelay(after));
    return ResetOutcome.STARTED;
  }

  private void finishAfterDelay(PowerState after) {
    try {
      Thread.sleep(delay);
    } catch (InterruptedException _) {
      return; // another change has taken over
    }
    finish(after);
  }

  private synchronized void finish(PowerState after) {
    if (Thread.currentThread() != transition) {
      return;
    }
    transition = null;
    enter(after);
    if (after == PowerState.ON) {
      running = boot.get();
    }
  }

  private void stopRunning() {
    if (running != null) {
      running.stop();
      running = null;
    }
  }

  private void enter(PowerState next) {
    if (state != next) {
      state = next;
      changed.run();
    }
  }
}
