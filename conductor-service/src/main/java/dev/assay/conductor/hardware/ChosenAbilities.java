package dev.assay.conductor.hardware;

import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.node.NodeAttributes;
import java.time.Duration;
import java.util.Optional;

/**
 * What a driver can do for one node: some of a node's interfaces say that less is wanted. Source:
 * spec api.md 20.
 */
final class ChosenAbilities {
  private ChosenAbilities() {}

  /**
   * The driver as {@code node} wants it: with management noop nobody sets the boot device, and with
   * power fake, of a driver that cannot switch power, it is only recorded.
   */
  static HardwareDriver of(HardwareDriver driver, NodeAttributes node) {
    if (!(driver instanceof Power power)) {
      return node.chosen(InterfaceType.POWER).equals("fake") ? new RecordedPower(driver) : driver;
    }
    return driver instanceof Boot && node.chosen(InterfaceType.MANAGEMENT).equals("noop")
        ? new OnlyPower(driver, power)
        : driver;
  }

  /** Power that exists in the node's record only. */
  private record RecordedPower(HardwareDriver driver) implements HardwareDriver, Power {
    @Override
    public DriverDescription description() {
      return driver.description();
    }

    @Override
    public Optional<PowerState> power(Bmc bmc) {
      return Optional.empty();
    }

    @Override
    public void power(Bmc bmc, PowerState target, Duration limit) {}
  }

  /** A driver that leaves the boot device alone. */
  private record OnlyPower(HardwareDriver driver, Power power) implements HardwareDriver, Power {
    @Override
    public DriverDescription description() {
      return driver.description();
    }

    @Override
    public Optional<PowerState> power(Bmc bmc) {
      return power.power(bmc);
    }

    @Override
    public void power(Bmc bmc, PowerState target, Duration limit) {
      power.power(bmc, target, limit);
    }
  }
}
