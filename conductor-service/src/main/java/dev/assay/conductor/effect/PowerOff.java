package dev.assay.conductor.effect;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.error.AssayException;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Power;
import dev.assay.inspection.InspectorConfig;
import dev.assay.lease.LeasedNode;
import dev.assay.node.Node;
import dev.assay.node.PowerState;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;

/** Powers a machine off after its inspection, where configuration and node allow it. */
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

  /** Empty when the machine is off, or shall not be; else why it is not. */
  public Optional<String> of(Node node, LeasedNode leased) {
    if (!wanted(node)) {
      return Optional.empty();
    }
    try {
      if (drivers.require(node.attributes().driver()) instanceof Power power) {
        var bmc = leased.guard(new Bmc(node.uuid(), node.attributes().secretDriverInfo()));
        power.power(bmc, PowerState.OFF, conductor.powerStateChangeTimeout());
      }
      return Optional.empty();
    } catch (AssayException e) {
      return Optional.of(e.sentence());
    }
  }

  /** Notes the new power state, unless power was to be left alone. */
  public void record(Node node, PowerState state, Instant now) {
    if (wanted(node)) {
      node.powerIs(state, now);
    }
  }

  /** False for a machine that was discovered, which has no BMC to ask. */
  public boolean wanted(Node node) {
    return inspector.powerOff()
        && !node.attributes().disablePowerOff()
        && !(node.autoDiscovered() && node.attributes().secretDriverInfo().isEmpty());
  }
}
