package dev.assay.api.portgroup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.field.Patch;
import dev.assay.api.field.UniqueValueTaken;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.node.NodeGuard;
import dev.assay.api.node.NodeNames;
import dev.assay.api.portlike.PortLikeView;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.port.PortLikeDocument;
import dev.assay.port.Ports;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroupAttributes;
import dev.assay.portgroup.PortGroupDocument;
import dev.assay.portgroup.PortGroups;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Creates, changes and deletes port groups. Source: spec api.md 12. */
@ApplicationScoped
public class PortGroupWrites {
  private final PortGroups groups;
  private final PortGroupFinder known;
  private final Ports ports;
  private final NodeFinder nodes;
  private final NodeLease lease;
  private final ApiRequest request;
  private final ApiConfig config;
  private final Clock clock;

  PortGroupWrites(
      PortGroups groups,
      PortGroupFinder known,
      Ports ports,
      NodeFinder nodes,
      NodeLease lease,
      ApiRequest request,
      ApiConfig config,
      Clock clock) {
    this.groups = groups;
    this.known = known;
    this.ports = ports;
    this.nodes = nodes;
    this.lease = lease;
    this.request = request;
    this.config = config;
    this.clock = clock;
  }

  /** Creates a port group, in any state of the node, and also while a conductor works on it. */
  @Transactional
  public PortLikeView<PortGroup> create(ObjectNode body) {
    var document = PortGroupFields.TABLE.accepted(body, request.version());
    var attributes = PortGroupDocument.read(document, config.defaultPortgroupMode());
    if (attributes.name() != null) {
      NodeNames.require("port group", attributes.name(), request.version());
    }
    var node = owner(document);
    var uuid = PortLikeDocument.identity(document);
    var group = new PortGroup(uuid, node.id(), attributes, clock.instant());
    write(uuid, attributes, () -> groups.add(group));
    return new PortLikeView<>(group, node.uuid().uuid(), request);
  }

  /** Applies {@code patch} and returns the changed port group. */
  @Transactional
  public PortLikeView<PortGroup> patch(String ident, Patch patch) {
    var held = known.requireHeld(ident);
    var node = held.node();
    var group = held.row();
    NodeGuard.requireNotInspecting(node, request.version());
    var before = PortGroupDocument.of(group.attributes(), node.uuid().uuid());
    var after = patch.applyTo(before, PortGroupFields.TABLE);
    var changed = PortGroupDocument.read(after, config.defaultPortgroupMode());
    requireValid(group, changed);
    var target = owner(after);
    if (!patch.isEmpty()) {
      lease.requireFree(node);
    }
    if (target.id() != node.id()) {
      requireMovable(node, group);
      group.belongTo(target.id(), clock.instant());
    }
    if (!changed.equals(group.attributes())) {
      group.update(changed, clock.instant());
    }
    write(group.uuid(), changed, groups::write);
    return new PortLikeView<>(group, target.uuid().uuid(), request);
  }

  /** Deletes the port group, which must have no ports. */
  @Transactional
  public void delete(String ident) {
    var held = known.requireHeld(ident);
    lease.requireFree(held.node());
    if (!ports.inGroup(held.row().uuid()).isEmpty()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          ("Cannot complete the requested action because portgroup %s contains ports; set their"
                  + " portgroup_uuid to null first.")
              .formatted(held.row().uuid()));
    }
    groups.remove(held.row());
  }

  private Node owner(ObjectNode document) {
    return nodes.requireNamed(document.path("node_uuid").textValue());
  }

  private void requireValid(PortGroup stored, PortGroupAttributes changed) {
    var name = changed.name();
    if (name != null && !name.equals(stored.attributes().name())) {
      NodeNames.require("port group", name, request.version());
    }
    var network = changed.physicalNetwork();
    if (network != null && !network.equals(stored.attributes().physicalNetwork())) {
      requireNetwork(stored, network);
    }
  }

  private void requireNetwork(PortGroup group, String network) {
    for (var port : ports.inGroup(group.uuid())) {
      if (!network.equals(port.attributes().physicalNetwork())) {
        throw conflict(
            "Port group %s cannot be on physical network %s: its port %s is on %s."
                .formatted(
                    group.uuid(),
                    network,
                    port.uuid(),
                    Objects.toString(port.attributes().physicalNetwork(), "none")));
      }
    }
  }

  private void requireMovable(Node node, PortGroup group) {
    if (!NodeGuard.allowsRewiring(node)) {
      throw conflict(
          "Port group %s can not be moved to another node unless node %s is in one of %s."
              .formatted(group.uuid(), node.uuid(), NodeGuard.rewiring()));
    }
    if (!ports.inGroup(group.uuid()).isEmpty()) {
      throw conflict(
          "Port group %s can not be moved to another node while it contains ports."
              .formatted(group.uuid()));
    }
  }

  private static AssayException conflict(String sentence) {
    return new AssayException(ErrorCode.CONFLICT, sentence);
  }

  private static void write(UUID uuid, PortGroupAttributes attributes, Runnable write) {
    UniqueValueTaken.unless(
        Map.of(
            "port_group_uuid_key",
            "A portgroup with UUID %s already exists.".formatted(uuid),
            "port_group_address_key",
            "A portgroup with MAC address %s already exists.".formatted(attributes.address()),
            "port_group_name_key",
            "A portgroup with name %s already exists.".formatted(attributes.name())),
        write);
  }
}
