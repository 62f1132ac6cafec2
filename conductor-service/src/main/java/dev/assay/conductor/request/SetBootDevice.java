package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.work.NodeWork;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.lease.LeasedNode;
import dev.assay.lease.NodeLease;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Chooses where a machine boots from, under the node's lease. Asked twice, it chooses the same
 * again. The lease ends with the work, whether or not somebody still waits for the answer.
 */
@ApplicationScoped
class SetBootDevice {
  private final NodeWork work;
  private final NodeLease nodeLease;
  private final Drivers drivers;

  SetBootDevice(NodeWork work, NodeLease nodeLease, Drivers drivers) {
    this.work = work;
    this.nodeLease = nodeLease;
    this.drivers = drivers;
  }

  /** Fails with NODE_LOCKED while another works on the node: a client does not queue for it. */
  ConductorReply run(ConductorRequest.SetBootDevice request) {
    var found =
        work.run(request.node(), this::findJob, (leased, node) -> choose(leased, node, request));
    if (!found) {
      throw GetBootDevice.gone(request.node());
    }
    return new ConductorReply.Done();
  }

  private Optional<NodeAttributes> findJob(Node node) {
    nodeLease.requireFree(node);
    return Optional.of(node.attributes());
  }

  private void choose(LeasedNode leased, NodeAttributes node, ConductorRequest.SetBootDevice request) {
    drivers
        .require(node.driver(), Boot.class)
        .bootFrom(
            leased.guard(new Bmc(leased.node(), node.secretDriverInfo())),
            request.device(),
            request.persistent());
    work.finish(leased, _ -> {});
  }
}
