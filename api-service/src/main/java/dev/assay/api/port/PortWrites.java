package dev.assay.api.port;

import static dev.assay.node.ProvisionState.ENROLL;
import static dev.assay.node.ProvisionState.INSPECTING;
import static dev.assay.node.ProvisionState.INSPECT_WAIT;
import static dev.assay.node.ProvisionState.MANAGEABLE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.field.Kind;
import dev.assay.api.field.Patch;
import dev.assay.api.field.Taken;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.KnownNodes;
import dev.assay.api.node.NodeGuard;
import dev.assay.api.node.NodeNames;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.lease.NodeLease;
import dev.assay.message.Announcement;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.Ports;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates, changes and deletes ports. Source: spec api.md 11. */
@ApplicationScoped
public class PortWrites {
  private static final Set<ProvisionState> PLUGGABLE =
      EnumSet.of(ENROLL, INSPECTING, INSPECT_WAIT, MANAGEABLE);

  private final Ports ports;
  private final KnownPorts known;
  private final Nodes nodes;
  private final KnownNodes knownNodes;
  private final NodeLease lease;
  private final Outbox outbox;
  private final ApiRequest request;
  private final Clock clock;

  PortWrites(
      Ports ports,
      KnownPorts known,
      Nodes nodes,
      KnownNodes knownNodes,
      NodeLease lease,
      Outbox outbox,
      ApiRequest request,
      Clock clock) {
    this.ports = ports;
    this.known = known;
    this.nodes = nodes;
    this.knownNodes = knownNodes;
    this.lease = lease;
    this.outbox = outbox;
    this.request = request;
    this.clock = clock;
  }

  /** The new port; also while a conductor works on the node, and in each of its states. */
  @Transactional
  public PortView create(ObjectNode body) {
    var document = PortFields.TABLE.accepted(body, request.version());
    requireSound(document, null);
    var node = owner(document);
    var attributes = PortDocument.read(document);
    var uuid =
        Optional.ofNullable(PortDocument.text(document, "uuid"))
            .map(UUID::fromString)
            .orElseGet(UUID::randomUUID);
    var port = new Port(uuid, node.id(), attributes, clock.instant());
    write(uuid, attributes, () -> ports.add(port));
    return new PortView(port, node.uuid().uuid(), request);
  }

  private Node owner(ObjectNode document) {
    var uuid = PortDocument.text(document, "node_uuid");
    var ident = PortDocument.text(document, "node_ident");
    if (uuid != null && ident != null) {
      throw Kind.refused("node_ident", "cannot be combined with node_uuid");
    }
    if (ident != null) {
      return knownNodes.find(ident).orElseThrow(() -> unknownNode(ident));
    }
    if (uuid == null) {
      throw Kind.refused("node_uuid", "is mandatory");
    }
    return nodes.find(NodeId.of(uuid)).orElseThrow(() -> unknownNode(uuid));
  }

  private static AssayException unknownNode(String ident) {
    return new AssayException(
        ErrorCode.INVALID_PARAMETER, "Node %s could not be found.".formatted(ident));
  }

  /** The port after {@code patch}. */
  @Transactional
  public PortView patch(String ident, Patch patch) {
    var id = known.requireId(ident);
    var node = locked(id);
    var port = of(node, id);
    NodeGuard.requireNotInspecting(node, request.version());
    var before = PortDocument.of(port.attributes(), node.uuid().uuid());
    var after = patch.applyTo(before, PortFields.TABLE);
    var changed = PortDocument.read(after);
    requireSound(after, port);
    requireAllowed(node, port, changed);
    var target = owner(after);
    if (!patch.isEmpty()) {
      lease.requireFree(node);
    }
    if (target.id() != node.id()) {
      requireDetached(port, "node_uuid");
      port.belongTo(target.id(), clock.instant());
    }
    if (!changed.equals(port.attributes())) {
      forget(port, changed);
      port.become(changed, clock.instant());
    }
    write(port.uuid(), changed, ports::write);
    return new PortView(port, target.uuid().uuid(), request);
  }

  /** Deletes the port; its machine no longer boots from us through it. */
  @Transactional
  public void delete(String ident) {
    var id = known.requireId(ident);
    var node = locked(id);
    var port = of(node, id);
    lease.requireFree(node);
    requireDetached(port, "port");
    outbox.announce(new Announcement.Deny(List.of(port.address())));
    ports.remove(port);
  }

  /** The node is locked before the port is read: nobody changes either until the end. */
  private Node locked(UUID port) {
    return ports
        .nodeOf(port)
        .flatMap(nodes::findForUpdate)
        .orElseThrow(() -> KnownPorts.unknown(port.toString()));
  }

  private Port of(Node node, UUID port) {
    return ports
        .find(port)
        .filter(found -> found.nodeId() == node.id())
        .orElseThrow(() -> KnownPorts.unknown(port.toString()));
  }

  private void requireSound(ObjectNode document, @Nullable Port stored) {
    var name = PortDocument.text(document, "name");
    if (name != null && (stored == null || !name.equals(stored.attributes().name()))) {
      NodeNames.require(name, request.version());
    }
    var link = (ObjectNode) document.path("local_link_connection");
    var smart = document.path("is_smartnic").booleanValue();
    if (stored == null
        || smart != stored.attributes().isSmartnic()
        || !link.equals(stored.attributes().localLinkConnection())) {
      LocalLink.require(link, smart, request.version());
    }
  }

  private static void requireAllowed(Node node, Port port, PortAttributes changed) {
    var stored = port.attributes();
    if (!stored.address().equals(changed.address())) {
      requireDetached(port, "address");
    }
    var connectivity =
        !stored.localLinkConnection().equals(changed.localLinkConnection())
            || !Objects.equals(stored.physicalNetwork(), changed.physicalNetwork())
            || stored.pxeEnabled() != changed.pxeEnabled();
    if (connectivity
        && !PLUGGABLE.contains(node.provisionState())
        && !node.attributes().maintenance()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          ("Port %s can not have any connectivity attributes (pxe_enabled, physical_network,"
                  + " local_link_connection) updated unless node %s is in one of enroll,"
                  + " inspecting, inspect wait, manageable or in maintenance mode.")
              .formatted(port.uuid(), node.uuid()));
    }
  }

  private static void requireDetached(Port port, String what) {
    if (port.attributes().extra().hasNonNull("vif_port_id")
        || port.internalInfo().hasNonNull("tenant_vif_port_id")) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Cannot change the %s of port %s while a VIF is attached to it; detach it first."
              .formatted(what, port.uuid()));
    }
  }

  private void forget(Port port, PortAttributes changed) {
    if (!port.attributes().address().equals(changed.address())) {
      outbox.announce(new Announcement.Deny(List.of(port.address())));
    }
  }

  private static void write(UUID uuid, PortAttributes attributes, Runnable write) {
    Taken.unless(
        Map.of(
            "port_uuid_key", "A port with UUID %s already exists.".formatted(uuid),
            "port_address_key",
                "A port with MAC address %s already exists.".formatted(attributes.address()),
            "port_name_key", "A port with name %s already exists.".formatted(attributes.name())),
        write);
  }
}
