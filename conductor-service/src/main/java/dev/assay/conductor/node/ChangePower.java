package dev.assay.conductor.node;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.error.AssayException;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.lease.LeasedNode;
import dev.assay.message.Command;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Carries out a power change that a client requested. Source: spec conductor.md 12. */
@ApplicationScoped
public class ChangePower {
  private final NodeWork work;
  private final Drivers drivers;
  private final Nodes nodes;
  private final Clock clock;

  private record Job(NodeAttributes node, Bmc bmc) {}

  ChangePower(NodeWork work, Drivers drivers, Nodes nodes, Clock clock) {
    this.work = work;
    this.drivers = drivers;
    this.nodes = nodes;
    this.clock = clock;
  }

  public WorkOutcome run(Command.ChangePower order) {
    return work.run(
        order.node(),
        node -> findJob(node, order.target()),
        (leased, job) -> change(leased, job, order));
  }

  private static Optional<Job> findJob(Node node, PowerState target) {
    return node.work()
        .powerChange()
        .filter(target::equals)
        .map(_ -> new Job(node.attributes(), StoredBmc.of(node)));
  }

  private void change(LeasedNode leased, Job job, Command.ChangePower order) {
    try {
      drivers
          .serving(job.node(), Power.class)
          .power(
              leased.guard(job.bmc()), order.target(), Duration.ofSeconds(order.timeoutSeconds()));
      work.finish(leased, node -> changed(node, order.target()));
    } catch (AssayException e) {
      work.finish(leased, node -> failed(node, leased, order.target(), e.sentence()));
    }
  }

  private void changed(Node node, PowerState target) {
    var now = clock.instant();
    node.powerIs(target.reached(), now);
    node.powerChangeIsOver(now);
    if (target != PowerState.ON) {
      node.agentToken(null); // the ramdisk is gone; with ON, a running one stays
    }
  }

  private void failed(Node node, LeasedNode leased, PowerState target, String why) {
    var now = clock.instant();
    var text =
        "Failed to change power state to '%s' by '%s': %s"
            .formatted(target.reached().wire(), target.wire(), why);
    nodes.record(
        new HistoryEntry(node, HistoryEntry.Kind.PROVISIONING, true, text, leased.holder(), now));
    node.powerIs(PowerState.ERROR, now);
    node.powerChangeIsOver(now);
    node.fail(text, now);
  }
}
