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
 * Sets a machine's boot device, under the node's lease. Repeating a request sets the same device
 * again. The lease is released when the work ends, whether or not a client still waits for the
 * reply.
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

  /**
   * Fails with NODE_LOCKED while another process holds the node: client requests are not queued.
   */
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

  private void choose(
      LeasedNode leased, NodeAttributes node, ConductorRequest.SetBootDevice request) {
    drivers
        .require(node.driver(), Boot.class)
        .bootFrom(
            leased.guard(new Bmc(leased.node(), node.secretDriverInfo())),
            request.device(),
            request.persistent());
    work.finish(leased, _ -> {});
  }
}
