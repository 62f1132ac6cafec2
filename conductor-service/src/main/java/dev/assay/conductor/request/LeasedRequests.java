package dev.assay.conductor.request;

import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.message.ConductorReply;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Carries out requests that change something on a machine, each under the lease of its node. The
 * lease is released when the work ends, whether or not a client still waits for the reply. Source:
 * spec conductor.md 1.1.
 */
@ApplicationScoped
class LeasedRequests {
  private static final Logger LOG = Logger.getLogger(LeasedRequests.class);

  private final NodeWork work;
  private final NodeLease nodeLease;
  private final ConductorRegistration registration;

  /** What a request tells the BMC to do. */
  @FunctionalInterface
  interface Task {
    /** Repeating it does the same again. */
    void tell(NodeAttributes node, Bmc bmc);
  }

  LeasedRequests(NodeWork work, NodeLease nodeLease, ConductorRegistration registration) {
    this.work = work;
    this.nodeLease = nodeLease;
    this.registration = registration;
  }

  /**
   * Runs {@code task}, then stores the {@code change} of the node. Fails with NODE_LOCKED while
   * another process holds the node: client requests are not queued.
   */
  ConductorReply run(NodeId id, Task task, Consumer<Node> change) {
    return run(id, _ -> {}, task, change);
  }

  /** As above; {@code check} throws when the state of the node forbids the request. */
  ConductorReply run(NodeId id, Consumer<Node> check, Task task, Consumer<Node> change) {
    var outcome =
        work.run(
            id,
            node -> {
              nodeLease.requireFree(node);
              check.accept(node);
              return Optional.of(node.attributes());
            },
            (leased, node) -> {
              task.tell(node, leased.guard(StoredBmc.of(leased.node(), node.secretDriverInfo())));
              work.finish(leased, change);
            });
    return reply(id, outcome);
  }

  private ConductorReply reply(NodeId id, WorkOutcome outcome) {
    return switch (outcome) {
      case WorkOutcome.Done() -> new ConductorReply.Done();
      case WorkOutcome.NothingToDo() -> throw GetBootDevice.gone(id);
      case WorkOutcome.NodeBusy(var why) -> refused(ErrorCode.NODE_LOCKED, why + ": try again.");
      case WorkOutcome.NotServedHere _ ->
          refused(
              ErrorCode.UNAVAILABLE,
              "The driver or conductor group of the node was changed meanwhile: try again.");
      case WorkOutcome.LeaseLost(var why) -> {
        LOG.warnf("A request failed: %s.", why);
        yield refused(
            ErrorCode.UNAVAILABLE,
            "Conductor %s lost its lock of the node before it was done: try again."
                .formatted(registration.name()));
      }
    };
  }

  private static ConductorReply refused(ErrorCode code, String sentence) {
    return new ConductorReply.Refused(code, sentence);
  }
}
