package dev.assay.api.management;

import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.node.validation.NodeValidation;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Set;

/** Finds nodes whose boot device can be read and set. Source: spec api.md 10.4. */
@ApplicationScoped
class ManagedNodes {
  /** Management interfaces that cannot set a boot device. */
  private static final Set<String> NONE = Set.of("no-management", "noop");

  private final NodeFinder known;
  private final ServingConductors conductors;
  private final NodeValidation validation;

  /** A node as it was found, and the description of its driver. */
  record ManagedNode(NodeId id, NodeAttributes attributes, DriverDescription driver) {}

  ManagedNodes(NodeFinder known, ServingConductors conductors, NodeValidation validation) {
    this.known = known;
    this.conductors = conductors;
    this.validation = validation;
  }

  /**
   * Finds a node; throws NOT_FOUND without node or conductor (UNAVAILABLE when there is none at
   * all), UNSUPPORTED when it has no boot device to set.
   */
  @Transactional
  ManagedNode require(String ident) {
    var node = known.require(ident);
    return managed(node, conductors.serving(node));
  }

  /**
   * As {@link #require}, for a question; also throws UNAVAILABLE while its conductors only restart,
   * and INVALID_PARAMETER when driver_info lacks what is needed to reach the BMC.
   */
  @Transactional
  ManagedNode requireReachable(String ident) {
    var node = known.require(ident);
    var managed = managed(node, conductors.answering(node));
    validation
        .unusable(node, managed.driver(), InterfaceType.MANAGEMENT)
        .ifPresent(
            unusable -> {
              throw unusable;
            });
    return managed;
  }

  private static ManagedNode managed(Node node, DriverDescription driver) {
    if (NONE.contains(node.attributes().chosen(InterfaceType.MANAGEMENT))
        || driver.bootDevices().isEmpty()) {
      throw NodeValidation.unsupported(node, InterfaceType.MANAGEMENT.wire());
    }
    return new ManagedNode(node.uuid(), node.attributes(), driver);
  }
}
