package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.VirtualMedia;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.Set;

/**
 * Inserts an image into a machine's virtual CD drive, and ejects it. An inspection may use the same
 * drive, so until it is over both are refused. Source: spec api.md 10.13.
 */
@ApplicationScoped
class ChangeVirtualCd {
  private static final Set<ProvisionState> INSPECTED =
      EnumSet.of(ProvisionState.INSPECTING, ProvisionState.INSPECT_WAIT);

  private final LeasedRequests requests;
  private final Drivers drivers;

  ChangeVirtualCd(LeasedRequests requests, Drivers drivers) {
    this.requests = requests;
    this.drivers = drivers;
  }

  ConductorReply run(ConductorRequest.InsertCd request) {
    return requests.run(
        request.node(),
        ChangeVirtualCd::requireNoInspection,
        (node, bmc) -> drivers.serving(node, VirtualMedia.class).insert(bmc, request.image()),
        _ -> {});
  }

  ConductorReply run(ConductorRequest.EjectCd request) {
    return requests.run(
        request.node(),
        ChangeVirtualCd::requireNoInspection,
        (node, bmc) -> drivers.serving(node, VirtualMedia.class).eject(bmc),
        _ -> {});
  }

  /** The power-off after an inspection also empties the drive. */
  private static void requireNoInspection(Node node) {
    if (INSPECTED.contains(node.provisionState()) || node.work().powerOffAfter().isPresent()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "The virtual CD drive of node %s can not be changed while the node is being inspected: try again when the inspection is over, or abort it."
              .formatted(node.uuid()));
    }
  }
}
