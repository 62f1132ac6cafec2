package dev.assay.conductor.inspection;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.ChangeSet;
import dev.assay.hook.KnownPort;
import dev.assay.node.Node;
import dev.assay.port.MacAddress;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.PortDocument;
import dev.assay.port.Ports;
import dev.assay.portgroup.PortGroups;
import dev.assay.rule.node.RuledNode;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Writes the changes of an inspection to its node's ports, within the caller's transaction. */
@ApplicationScoped
class InspectedPorts {
  /** Fields that hooks change, too: their values are in the change set. */
  private static final List<String> OF_HOOKS =
      List.of("pxe_enabled", "extra", "local_link_connection", "physical_network");

  private final Ports ports;
  private final PortGroups groups;

  InspectedPorts(Ports ports, PortGroups groups) {
    this.ports = ports;
    this.groups = groups;
  }

  /**
   * Writes all changes. {@code ruled} has the fields of each port that rules changed, with their
   * current values; throws InspectionFailure when one cannot be stored.
   */
  void write(Node node, ChangeSet changes, Map<MacAddress, ObjectNode> ruled, Instant now) {
    if (!changes.deletedPorts().isEmpty() || !changes.updatedPorts().isEmpty()) {
      change(node, changes, now);
    }
    changes.addedPorts().forEach(port -> add(node, port, now));
    var more = new LinkedHashMap<MacAddress, ObjectNode>();
    ruled.forEach((address, fields) -> more.put(address, fields.deepCopy().without(OF_HOOKS)));
    more.values().removeIf(ObjectNode::isEmpty);
    if (!more.isEmpty()) {
      update(node, more, now);
    }
  }

  private void add(Node node, KnownPort port, Instant now) {
    ports.addUnlessTaken(
        new Port(
            UUID.randomUUID(),
            node.id(),
            PortAttributes.found(
                port.address(),
                port.pxeEnabled(),
                port.extra(),
                port.localLinkConnection(),
                port.physicalNetwork()),
            now));
  }

  private void change(Node node, ChangeSet changes, Instant now) {
    var stored = stored(node);
    changes.deletedPorts().stream()
        .flatMap(mac -> Optional.ofNullable(stored.get(mac)).stream())
        .forEach(ports::remove);
    for (var port : changes.updatedPorts()) {
      var row = stored.get(port.address());
      if (row != null) {
        row.update(
            row.attributes()
                .with(
                    port.pxeEnabled(),
                    port.extra(),
                    port.localLinkConnection(),
                    port.physicalNetwork()),
            now);
      }
    }
  }

  /** Skips ports that another node took meanwhile: they are not among the stored ones. */
  private void update(Node node, Map<MacAddress, ObjectNode> ruled, Instant now) {
    var stored = stored(node);
    ruled.forEach(
        (address, fields) -> {
          var row = stored.get(address);
          if (row != null) {
            var document = PortDocument.of(row.attributes(), node.uuid().uuid());
            document.setAll(fields);
            RuledNode.requireGroup(() -> groups.of(node), document);
            row.update(PortDocument.read(document), now);
          }
        });
  }

  private Map<MacAddress, Port> stored(Node node) {
    return ports.of(node).stream().collect(toMap(Port::address, port -> port, (a, _) -> a));
  }
}
