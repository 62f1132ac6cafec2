package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.id.MacAddress;
import dev.assay.inspection.Inspection;
import dev.assay.message.Announcement;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.port.Port;
import dev.assay.port.PortDocument;
import dev.assay.port.Ports;
import dev.assay.portgroup.PortGroups;
import dev.assay.rule.node.RuledNode;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Writes the changes of an inspection to its node's ports, within the caller's transaction. */
@ApplicationScoped
class InspectedPorts {
  private final Ports ports;
  private final PortGroups groups;
  private final Outbox outbox;

  InspectedPorts(Ports ports, PortGroups groups, Outbox outbox) {
    this.ports = ports;
    this.groups = groups;
    this.outbox = outbox;
  }

  /**
   * Writes all changes; throws InspectionFailure when one cannot be stored. Ports that another node
   * took meanwhile are skipped. Announces which addresses came or went: the end of the inspection
   * announces only those that the node then has, and nothing when no ramdisk was booted.
   */
  void write(Node node, Inspection run, ChangeSet changes, Instant now) {
    var deleted = changes.deletedPorts();
    var updated = changes.updatedPorts();
    if (!deleted.isEmpty() || !updated.isEmpty()) {
      var stored = ports.of(node);
      stored.stream().filter(port -> deleted.contains(port.address())).forEach(ports::remove);
      if (!deleted.isEmpty() && !updated.isEmpty()) {
        ports.write(); // now, so that others can take their names
      }
      for (var port : stored) {
        if (updated.containsKey(port.address())) {
          update(node, port, updated.get(port.address()), now);
        }
      }
    }
    add(node, changes.addedPorts(), now);
    var moved = new ArrayList<>(deleted);
    if (!run.bootsRamdisk()) {
      changes.addedPorts().stream()
          .map(port -> MacAddress.of(PortDocument.read(port).address()))
          .forEach(moved::add);
    }
    if (!moved.isEmpty()) {
      outbox.announce(new Announcement.Deny(moved));
    }
  }

  private void update(Node node, Port port, ObjectNode fields, Instant now) {
    RuledNode.requireGroup(() -> groups.of(node), fields);
    var document = PortDocument.of(port.attributes(), node.uuid().uuid());
    document.setAll(fields);
    port.update(PortDocument.read(document), now);
  }

  private void add(Node node, List<ObjectNode> added, Instant now) {
    for (var port : added) {
      RuledNode.requireGroup(() -> groups.of(node), port);
    }
    ports.addUnlessTaken(node.id(), added.stream().map(PortDocument::read).toList(), now);
  }
}
