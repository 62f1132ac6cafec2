package dev.assay.hardware;

import dev.assay.node.PowerState;
import java.time.Duration;
import java.util.Optional;

/**
 * A driver that reads and sets power. Every method may be called again after it was interrupted.
 */
public interface Power {
  /** What the BMC says now; empty when it does not know. Fails with {@link HardwareFailure}. */
  Optional<PowerState> power(Bmc bmc);

  /**
   * Brings the machine to {@code target} and returns when it is there, or fails with {@link
   * HardwareFailure} when that takes longer than {@code limit}. Without effect when it already is;
   * REBOOT always restarts, and powers on a machine that is off.
   */
  void power(Bmc bmc, PowerState target, Duration limit);
}
