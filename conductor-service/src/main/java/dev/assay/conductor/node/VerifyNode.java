package dev.assay.conductor.node;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.lease.LeasedNode;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/**
 * Handles state verifying: checks driver_info and reads the power state from the BMC. The node then
 * moves to manageable, or on failure to enroll with the reason. Source: spec conductor.md 6.1.
 */
@ApplicationScoped
public class VerifyNode {
  private static final Boot.BootSettings UNKNOWN =
      new Boot.BootSettings(null, null, Optional.empty());

  private static final int MAX_VENDOR_LENGTH = 255;

  private final NodeWork work;
  private final Drivers drivers;
  private final Nodes nodes;
  private final Clock clock;

  private record Job(String driver, Bmc bmc) {}

  private record BmcState(Optional<PowerState> power, Boot.BootSettings boot) {}

  VerifyNode(NodeWork work, Drivers drivers, Nodes nodes, Clock clock) {
    this.work = work;
    this.drivers = drivers;
    this.nodes = nodes;
    this.clock = clock;
  }

  public WorkOutcome run(NodeId node) {
    return work.run(node, VerifyNode::findJob, this::verify);
  }

  private static Optional<Job> findJob(Node node) {
    return node.provisionState() == ProvisionState.VERIFYING
        ? Optional.of(new Job(node.attributes().driver(), StoredBmc.of(node)))
        : Optional.empty();
  }

  private void verify(LeasedNode leased, Job job) {
    try {
      var driver = drivers.require(job.driver());
      job.bmc().requireReadable();
      driver
          .description()
          .invalid(job.bmc().driverInfo())
          .ifPresent(
              unusable -> {
                throw new HardwareFailure(ErrorCode.INVALID_PARAMETER, unusable);
              });
      var bmcState = new BmcState(power(driver, job.bmc()), boot(driver, job.bmc()));
      work.finish(leased, node -> verified(node, bmcState));
    } catch (AssayException e) {
      work.finish(leased, node -> refused(node, leased, e.sentence()));
    }
  }

  private static Optional<PowerState> power(HardwareDriver driver, Bmc bmc) {
    return driver instanceof Power power ? power.power(bmc) : Optional.empty();
  }

  /**
   * Reads the boot settings. They are optional, so a failure here does not fail the verification.
   */
  private static Boot.BootSettings boot(HardwareDriver driver, Bmc bmc) {
    try {
      return driver instanceof Boot boot ? boot.bootSettings(bmc) : UNKNOWN;
    } catch (HardwareFailure e) {
      return UNKNOWN;
    }
  }

  private void verified(Node node, BmcState bmcState) {
    if (node.provisionState() != ProvisionState.VERIFYING) {
      return;
    }
    var now = clock.instant();
    node.powerIs(bmcState.power().orElse(null), now);
    node.bootsIn(bmcState.boot().mode(), bmcState.boot().secureBoot());
    bmcState
        .boot()
        .vendor()
        .ifPresent(
            vendor -> {
              var properties = node.attributes().properties().deepCopy();
              properties.put("vendor", ShortText.printable(vendor, MAX_VENDOR_LENGTH));
              node.update(node.attributes().withProperties(properties), now);
            });
    node.move(ProvisionEvent.DONE, now);
  }

  private void refused(Node node, LeasedNode leased, String why) {
    if (node.provisionState() != ProvisionState.VERIFYING) {
      return;
    }
    var now = clock.instant();
    var text = "Failed to get power state for node %s. Error: %s".formatted(node.uuid(), why);
    nodes.record(
        new HistoryEntry(node, HistoryEntry.Kind.VERIFY, true, text, leased.holder(), now));
    node.fail(text, now);
    node.move(ProvisionEvent.FAIL, now);
  }
}
