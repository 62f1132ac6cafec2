package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Boot;
import dev.assay.lease.LeasedNode;
import dev.assay.lease.NodeLease;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Sets a machine's boot device, under the node's lease. Repeating a request sets the same device
 * again. The lease is released when the work ends, whether or not a client still waits for the
 * reply.
 */
@ApplicationScoped
class SetBootDevice {
  private static final Logger LOG = Logger.getLogger(SetBootDevice.class);

  private final NodeWork work;
  private final NodeLease nodeLease;
  private final Drivers drivers;
  private final ConductorRegistration registration;

  SetBootDevice(
      NodeWork work, NodeLease nodeLease, Drivers drivers, ConductorRegistration registration) {
    this.work = work;
    this.nodeLease = nodeLease;
    this.drivers = drivers;
    this.registration = registration;
  }

  /**
   * Fails with NODE_LOCKED while another process holds the node: client requests are not queued.
   */
  ConductorReply run(ConductorRequest.SetBootDevice request) {
    var outcome =
        work.run(request.node(), this::findJob, (leased, node) -> choose(leased, node, request));
    return switch (outcome) {
      case WorkOutcome.Done() -> new ConductorReply.Done();
      case WorkOutcome.NothingToDo() -> throw GetBootDevice.gone(request.node());
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

  private Optional<NodeAttributes> findJob(Node node) {
    nodeLease.requireFree(node);
    return Optional.of(node.attributes());
  }

  private void choose(
      LeasedNode leased, NodeAttributes node, ConductorRequest.SetBootDevice request) {
    drivers
        .serving(node, Boot.class)
        .bootFrom(
            leased.guard(StoredBmc.of(leased.node(), node.secretDriverInfo())),
            request.device(),
            request.persistent());
    work.finish(leased, _ -> {});
  }
}
