package dev.assay.hardware;

import java.time.Duration;
import java.util.Optional;

/**
 * Implemented by drivers that read and change power. Every method may be called again after it was
 * interrupted.
 */
public interface Power {
  /**
   * Returns the power state that the BMC reports; empty when it does not know. Throws {@link
   * HardwareFailure}.
   */
  Optional<PowerState> power(Bmc bmc);

  /**
   * Changes power to {@code target} and returns when the machine has reached it; throws {@link
   * HardwareFailure} when that takes longer than {@code limit}. No effect when the machine is
   * already in that state; REBOOT always restarts, and powers on a machine that is off. When {@link
   * Bmc#mayPowerOff} is false, a restart is a reset only, or fails with UNSUPPORTED.
   */
  void power(Bmc bmc, PowerState target, Duration limit);
}
