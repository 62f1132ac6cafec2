package dev.assay.conductor.effect;

import dev.assay.boot.BootMethod;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.VirtualMedia;
import dev.assay.inspection.InspectorConfig;
import dev.assay.lease.LeasedNode;
import dev.assay.node.Node;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What is done to a machine after its inspection, however that ended: it is powered off, or
 * rebooted if its node may not be powered off, if the configuration says so, and what was set up
 * for its boot is removed. Every step may be repeated, and is tried even if one before it failed.
 * Source: spec conductor.md 6.6.
 */
@ApplicationScoped
public class TearDown {
  private final Drivers drivers;
  private final InspectorConfig inspector;
  private final ConductorConfig conductor;

  TearDown(Drivers drivers, InspectorConfig inspector, ConductorConfig conductor) {
    this.drivers = drivers;
    this.inspector = inspector;
    this.conductor = conductor;
  }

  /** Does what is due; returns why that failed, else empty. */
  public Optional<String> of(Node node, LeasedNode leased) {
    if (!due(node)) {
      return Optional.empty();
    }
    return attempt(node, leased, (driver, bmc) -> steps(node, driver, bmc));
  }

  /** Only ejects the medium that was inserted for the boot; returns why that failed, else empty. */
  public Optional<String> medium(Node node, LeasedNode leased) {
    return attempt(node, leased, (driver, bmc) -> eject(node, driver, bmc));
  }

  /** Whether inspections of this node insert a medium. */
  public boolean removesMedium(Node node) {
    return due(node) && method(node) == BootMethod.VIRTUAL_MEDIA;
  }

  /** Records the new power state, unless power was to be left alone. */
  public void record(Node node, PowerState state, Instant now) {
    if (powersOff(node)) {
      node.powerIs(state, now);
    }
  }

  /**
   * Whether anything is to be done: false for a machine that is powered by hand, and for a
   * discovered one without driver_info, whose BMC nobody knows.
   */
  public boolean due(Node node) {
    return !drivers.lacks(node.attributes(), Power.class)
        && !(node.autoDiscovered() && node.attributes().secretDriverInfo().isEmpty());
  }

  private Optional<String> attempt(
      Node node, LeasedNode leased, BiConsumer<HardwareDriver, Bmc> steps) {
    try {
      var driver = drivers.serving(node.attributes());
      var bmc = leased.guard(StoredBmc.of(node));
      steps.accept(driver, bmc);
      return Optional.empty();
    } catch (AssayException e) {
      return Optional.of(e.sentence());
    }
  }

  private void steps(Node node, HardwareDriver driver, Bmc bmc) {
    if (!inspector.powerOff()) {
      removeBoot(node, driver, bmc);
    } else if (node.attributes().disablePowerOff()) { // it must not boot the ramdisk again
      all(() -> removeBoot(node, driver, bmc), () -> power(driver, bmc, PowerState.REBOOT));
    } else {
      all(() -> power(driver, bmc, PowerState.OFF), () -> removeBoot(node, driver, bmc));
    }
  }

  private void power(HardwareDriver driver, Bmc bmc, PowerState target) {
    if (driver instanceof Power power) {
      power.power(bmc, target, conductor.powerStateChangeTimeout());
    }
  }

  private static void removeBoot(Node node, HardwareDriver driver, Bmc bmc) {
    all(
        () -> eject(node, driver, bmc),
        () -> {
          if (driver instanceof Boot boot) {
            boot.cancelBootOnce(bmc);
          }
        });
  }

  /**
   * Runs both, the second also when the first fails, unless the BMC cannot be reached: then it
   * would only be waited for again.
   */
  private static void all(Runnable one, Runnable other) {
    try {
      one.run();
    } catch (HardwareFailure first) {
      if (first.code() != ErrorCode.BMC_UNREACHABLE) {
        try {
          other.run();
        } catch (HardwareFailure second) {
          throw new HardwareFailure(
              first.code(), first.sentence() + " " + second.sentence(), second);
        }
      }
      throw first;
    }
    other.run();
  }

  private static void eject(Node node, HardwareDriver driver, Bmc bmc) {
    if (method(node) == BootMethod.VIRTUAL_MEDIA && driver instanceof VirtualMedia media) {
      media.eject(bmc);
    }
  }

  private static BootMethod method(Node node) {
    return BootMethod.of(node.attributes().chosen(InterfaceType.BOOT));
  }

  /** Whether the machine is powered off, as configuration and node allow. */
  public boolean powersOff(Node node) {
    return due(node) && inspector.powerOff() && !node.attributes().disablePowerOff();
  }
}
