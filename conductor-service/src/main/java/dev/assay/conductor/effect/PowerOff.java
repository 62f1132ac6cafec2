package dev.assay.conductor.effect;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.error.AssayException;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.inspection.InspectorConfig;
import dev.assay.lease.LeasedNode;
import dev.assay.node.Node;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;

/** Powers a machine off after its inspection, if configuration and node allow it. */
@ApplicationScoped
public class PowerOff {
  private final Drivers drivers;
  private final InspectorConfig inspector;
  private final ConductorConfig conductor;

  PowerOff(Drivers drivers, InspectorConfig inspector, ConductorConfig conductor) {
    this.drivers = drivers;
    this.inspector = inspector;
    this.conductor = conductor;
  }

  /** Powers the machine off, if wanted; returns the reason if that failed, else empty. */
  public Optional<String> of(Node node, LeasedNode leased) {
    if (!wanted(node)) {
      return Optional.empty();
    }
    try {
      if (drivers.require(node.attributes().driver()) instanceof Power power) {
        var bmc = leased.guard(StoredBmc.of(node.uuid(), node.attributes().secretDriverInfo()));
        power.power(bmc, PowerState.OFF, conductor.powerStateChangeTimeout());
      }
      return Optional.empty();
    } catch (AssayException e) {
      return Optional.of(e.sentence());
    }
  }

  /** Records the new power state, unless power was to be left alone. */
  public void record(Node node, PowerState state, Instant now) {
    if (wanted(node)) {
      node.powerIs(state, now);
    }
  }

  /** Whether the machine is to be powered off; false for a discovered one without driver_info. */
  public boolean wanted(Node node) {
    return inspector.powerOff()
        && !node.attributes().disablePowerOff()
        && !(node.autoDiscovered() && node.attributes().secretDriverInfo().isEmpty());
  }
}
