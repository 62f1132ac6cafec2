package dev.assay.api.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.attribute.AttributeType;
import dev.assay.api.field.UniqueValueTaken;
import dev.assay.chassis.ChassisRows;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeDocument;
import dev.assay.node.NodeInconsistency;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What holds for a node whether it is created or changed. Source: spec api.md 9.1 and 9.5. */
@ApplicationScoped
class NodeRules {

  private final Nodes nodes;
  private final NodeFinder known;
  private final ChassisRows chassis;

  NodeRules(Nodes nodes, NodeFinder known, ChassisRows chassis) {
    this.nodes = nodes;
    this.known = known;
    this.chassis = chassis;
  }

  /** Members that do not fit each other or have a grammar; the document is in normal form. */
  void requireSound(ObjectNode document) {
    NodeInconsistency.in(document)
        .ifPresent(
            problem -> {
              throw AttributeType.refused(problem.field(), problem.why());
            });
  }

  /** INVALID_PARAMETER for values that {@code driver} could not read; missing ones may follow. */
  static void requireUsable(ObjectNode driverInfo, DriverDescription driver) {
    driver
        .unusable(driverInfo)
        .ifPresent(
            problem -> {
              throw new AssayException(ErrorCode.INVALID_PARAMETER, problem);
            });
  }

  /** Who is meant by {@code parent_node}; INVALID_PARAMETER when unknown or of another owner. */
  @Nullable UUID parent(ObjectNode document) {
    var ident = NodeDocument.text(document, "parent_node");
    if (ident == null) {
      return null;
    }
    var parent =
        known
            .find(ident)
            .orElseThrow(
                () -> AttributeType.refused("parent_node", "names node %s, unknown".formatted(ident)));
    if (!java.util.Objects.equals(
        parent.attributes().owner(), NodeDocument.text(document, "owner"))) {
      throw AttributeType.refused("parent_node", "names node %s of another owner".formatted(ident));
    }
    return parent.uuid().uuid();
  }

  /** INVALID_PARAMETER when the document names a chassis that there is not. */
  void requireChassis(ObjectNode document) {
    var named = NodeDocument.text(document, "chassis_uuid");
    if (named != null && chassis.find(UUID.fromString(named)).isEmpty()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER, "Chassis %s could not be found.".formatted(named));
    }
  }

  /** DUPLICATE when another node than {@code self} has the name or the instance. */
  void requireUnique(NodeId self, ObjectNode document) {
    var name = NodeDocument.text(document, "name");
    if (name != null && nodes.idOf(name).filter(id -> !id.equals(self)).isPresent()) {
      throw UniqueValueTaken.by(nameTaken(name));
    }
    var instance = NodeDocument.text(document, "instance_uuid");
    if (instance != null) {
      nodes
          .idOfInstance(UUID.fromString(instance))
          .filter(id -> !id.equals(self))
          .ifPresent(
              _ -> {
                throw UniqueValueTaken.by(instanceTaken(instance));
              });
    }
  }

  /** Writes; DUPLICATE when another request was faster with uuid, name or instance. */
  void write(NodeId self, NodeAttributes attributes, Runnable write) {
    UniqueValueTaken.unless(
        Map.of(
            "node_uuid_key", uuidTaken(self),
            "node_name_key", nameTaken(String.valueOf(attributes.name())),
            "node_instance_uuid_key", instanceTaken(String.valueOf(attributes.instanceUuid()))),
        write);
  }

  static String uuidTaken(NodeId uuid) {
    return "A node with UUID %s already exists.".formatted(uuid);
  }

  private static String nameTaken(String name) {
    return "A node with name %s already exists.".formatted(name);
  }

  private static String instanceTaken(String instance) {
    return "Instance %s is already associated with a node, it cannot be associated with this other"
            .formatted(instance)
        + " node.";
  }

  /** CONFLICT: the node carries an instance. */
  static AssayException associated(Node node) {
    return new AssayException(
        ErrorCode.CONFLICT,
        "Node %s is associated with instance %s."
            .formatted(node.uuid(), node.attributes().instanceUuid()));
  }
}
