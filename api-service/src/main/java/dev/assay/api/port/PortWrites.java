package dev.assay.api.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.field.Patch;
import dev.assay.api.field.UniqueValueTaken;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.node.NodeGuard;
import dev.assay.api.node.NodeNames;
import dev.assay.api.portlike.PortLikeView;
import dev.assay.attribute.AttributeType;
import dev.assay.id.MacAddress;
import dev.assay.lease.NodeLease;
import dev.assay.message.Announcement;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.PortDocument;
import dev.assay.port.PortLikeDocument;
import dev.assay.port.Ports;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates, changes and deletes ports. Source: spec api.md 11. */
@ApplicationScoped
public class PortWrites {
  private final Ports ports;
  private final PortFinder known;
  private final NodeFinder nodes;
  private final PortGroupMembership groupMembership;
  private final NodeLease lease;
  private final Outbox outbox;
  private final ApiRequest request;
  private final Clock clock;

  PortWrites(
      Ports ports,
      PortFinder known,
      NodeFinder nodes,
      PortGroupMembership groupMembership,
      NodeLease lease,
      Outbox outbox,
      ApiRequest request,
      Clock clock) {
    this.ports = ports;
    this.known = known;
    this.nodes = nodes;
    this.groupMembership = groupMembership;
    this.lease = lease;
    this.outbox = outbox;
    this.request = request;
    this.clock = clock;
  }

  /**
   * Creates a port, in any state of the node, and also while a conductor works on it; announces
   * that its machine may boot only when the node is inspected.
   */
  @Transactional
  public PortLikeView<Port> create(ObjectNode body) {
    var document = PortFields.TABLE.accepted(body, request.version());
    requireValid(document, null);
    var node = owner(document);
    var attributes = PortDocument.read(document);
    var uuid = PortLikeDocument.identity(document);
    groupMembership.require(uuid, node, attributes);
    var port = new Port(uuid, node.id(), attributes, clock.instant());
    write(uuid, attributes, () -> ports.add(port));
    announce(port.address());
    return new PortLikeView<>(port, node.uuid().uuid(), request);
  }

  private Node owner(ObjectNode document) {
    var uuid = PortLikeDocument.text(document, "node_uuid");
    var ident = PortLikeDocument.text(document, "node_ident");
    if (uuid != null && ident != null) {
      throw AttributeType.refused("node_ident", "cannot be combined with node_uuid");
    }
    var named = uuid == null ? ident : uuid;
    if (named == null) {
      throw AttributeType.refused("node_uuid", "is mandatory");
    }
    return nodes.requireNamed(named);
  }

  /** Applies {@code patch} and returns the changed port. */
  @Transactional
  public PortLikeView<Port> patch(String ident, Patch patch) {
    var held = known.requireHeld(ident);
    var node = held.node();
    var port = held.row();
    NodeGuard.requireNotInspecting(node, request.version());
    var before = PortDocument.of(port.attributes(), node.uuid().uuid());
    var after = patch.applyTo(before, PortFields.TABLE);
    var changed = PortDocument.read(after);
    requireValid(after, port);
    var target = owner(after);
    PortGuard.requireAllowed(node, port, changed, target.id() != node.id());
    if (!patch.isEmpty()) {
      lease.requireFree(node);
    }
    if (target.id() != node.id() || moves(port.attributes(), changed)) {
      groupMembership.require(port.uuid(), target, changed);
    }
    if (target.id() != node.id()) {
      PortGuard.requireDetached(port, "node_uuid");
      port.belongTo(target.id(), clock.instant());
    }
    var old = port.address();
    if (!changed.equals(port.attributes())) {
      port.update(changed, clock.instant());
    }
    write(port.uuid(), changed, ports::write);
    if (target.id() != node.id() || !port.address().equals(old)) {
      announce(old, port.address());
    }
    return new PortLikeView<>(port, target.uuid().uuid(), request);
  }

  private static boolean moves(PortAttributes stored, PortAttributes changed) {
    return !Objects.equals(stored.portgroupUuid(), changed.portgroupUuid())
        || !Objects.equals(stored.physicalNetwork(), changed.physicalNetwork());
  }

  /** Deletes the port, and announces that its machine may no longer boot through it. */
  @Transactional
  public void delete(String ident) {
    var held = known.requireHeld(ident);
    lease.requireFree(held.node());
    var port = held.row();
    PortGuard.requireDetached(port, "port");
    announce(port.address());
    ports.remove(port);
  }

  private void requireValid(ObjectNode document, @Nullable Port stored) {
    var name = PortLikeDocument.text(document, "name");
    if (name != null && (stored == null || !name.equals(stored.attributes().name()))) {
      NodeNames.require("port", name, request.version());
    }
    var link = (ObjectNode) document.path("local_link_connection");
    var smart = document.path("is_smartnic").booleanValue();
    if (stored == null
        || smart != stored.attributes().isSmartnic()
        || !link.equals(stored.attributes().localLinkConnection())) {
      LocalLink.require(link, smart, request.version());
    }
  }

  /** Lets PXE filters look at these addresses again. */
  private void announce(MacAddress... changed) {
    outbox.announce(new Announcement.Deny(Stream.of(changed).distinct().toList()));
  }

  private static void write(UUID uuid, PortAttributes attributes, Runnable write) {
    UniqueValueTaken.unless(
        Map.of(
            "port_uuid_key", "A port with UUID %s already exists.".formatted(uuid),
            "port_address_key",
                "A port with MAC address %s already exists.".formatted(attributes.address()),
            "port_name_key", "A port with name %s already exists.".formatted(attributes.name())),
        write);
  }
}
