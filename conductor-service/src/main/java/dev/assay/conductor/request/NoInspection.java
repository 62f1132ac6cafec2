package dev.assay.conductor.request;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** The check that an inspection does not need what a request changes. */
final class NoInspection {
  private static final Set<ProvisionState> INSPECTED =
      EnumSet.of(ProvisionState.INSPECTING, ProvisionState.INSPECT_WAIT);

  private NoInspection() {}

  /** CONFLICT while the node is being inspected, which its power-off belongs to. */
  static Consumer<Node> needs(String what) {
    return node -> {
      if (INSPECTED.contains(node.provisionState()) || node.work().powerOffAfter().isPresent()) {
        throw new AssayException(
            ErrorCode.CONFLICT,
            "The %s of node %s can not be changed while the node is being inspected: try again when the inspection is over, or abort it."
                .formatted(what, node.uuid()));
      }
    };
  }
}
