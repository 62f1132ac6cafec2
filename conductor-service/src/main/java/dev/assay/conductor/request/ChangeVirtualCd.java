package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.hardware.VirtualMedia;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Consumer;

/**
 * Inserts an image into a machine's virtual CD drive, and ejects it. An inspection may use the same
 * drive, so until it is over both are refused. Source: spec api.md 10.13.
 */
@ApplicationScoped
class ChangeVirtualCd {
  /** The power-off after an inspection also empties the drive. */
  private static final Consumer<Node> FREE = NoInspection.needs("virtual CD drive");

  private final LeasedRequests requests;
  private final Drivers drivers;

  ChangeVirtualCd(LeasedRequests requests, Drivers drivers) {
    this.requests = requests;
    this.drivers = drivers;
  }

  ConductorReply run(ConductorRequest.InsertCd request) {
    return requests.run(
        request.node(),
        FREE,
        (node, bmc) -> drivers.serving(node, VirtualMedia.class).insert(bmc, request.image()),
        _ -> {});
  }

  ConductorReply run(ConductorRequest.EjectCd request) {
    return requests.run(
        request.node(),
        FREE,
        (node, bmc) -> drivers.serving(node, VirtualMedia.class).eject(bmc),
        _ -> {});
  }
}
