package dev.assay.conductor.node;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.work.NodeWork;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.UntrustedText;
import dev.assay.hardware.Power;
import dev.assay.lease.LeasedNode;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import dev.assay.node.PowerState;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/**
 * verifying: does the BMC answer to these credentials? Ends in manageable, or with the reason in
 * enroll. Source: spec conductor.md 6.1.
 */
@ApplicationScoped
public class VerifyNode {
  private static final Boot.BootSettings UNKNOWN =
      new Boot.BootSettings(null, null, Optional.empty());

  private static final int LONGEST_VENDOR = 255;

  private final NodeWork work;
  private final Drivers drivers;
  private final Nodes nodes;
  private final Clock clock;

  private record Job(String driver, Bmc bmc) {}

  private record Answer(Optional<PowerState> power, Boot.BootSettings boot) {}

  VerifyNode(NodeWork work, Drivers drivers, Nodes nodes, Clock clock) {
    this.work = work;
    this.drivers = drivers;
    this.nodes = nodes;
    this.clock = clock;
  }

  public void run(NodeId node) {
    work.run(node, VerifyNode::findJob, this::verify);
  }

  private static Optional<Job> findJob(Node node) {
    return node.provisionState() == ProvisionState.VERIFYING
        ? Optional.of(
            new Job(
                node.attributes().driver(),
                new Bmc(node.uuid(), node.attributes().secretDriverInfo())))
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
      var answer = new Answer(power(driver, job.bmc()), boot(driver, job.bmc()));
      work.finish(leased, node -> verified(node, answer));
    } catch (AssayException e) {
      work.finish(leased, node -> refused(node, leased, e.sentence()));
    }
  }

  private static Optional<PowerState> power(HardwareDriver driver, Bmc bmc) {
    return driver instanceof Power power ? power.power(bmc) : Optional.empty();
  }

  /** Good to know, but no reason to refuse a node whose power works. */
  private static Boot.BootSettings boot(HardwareDriver driver, Bmc bmc) {
    try {
      return driver instanceof Boot boot ? boot.bootSettings(bmc) : UNKNOWN;
    } catch (HardwareFailure e) {
      return UNKNOWN;
    }
  }

  private void verified(Node node, Answer answer) {
    if (node.provisionState() != ProvisionState.VERIFYING) {
      return;
    }
    var now = clock.instant();
    node.powerIs(answer.power().orElse(null), now);
    node.bootsIn(answer.boot().mode(), answer.boot().secureBoot());
    answer
        .boot()
        .vendor()
        .ifPresent(
            vendor -> {
              var properties = node.attributes().properties().deepCopy();
              properties.put("vendor", UntrustedText.printable(vendor, LONGEST_VENDOR));
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
