package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.node.Node;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.nodeedit.StoredDirectory;
import dev.assay.port.Ports;
import dev.assay.rule.node.RuledNode;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks what rules change of a node, as a conductor does when it commits an inspection. */
@ApplicationScoped
class CommitCheck {
  private final NodeEdit edit;
  private final StoredDirectory directory;
  private final Ports ports;

  CommitCheck(NodeEdit edit, StoredDirectory directory, Ports ports) {
    this.edit = edit;
    this.directory = directory;
    this.ports = ports;
  }

  /**
   * Reads what it needs in a transaction of its own.
   *
   * @throws dev.assay.error.InspectionFailure when the commit would fail
   */
  void check(Node node, ChangeSet changes) {
    QuarkusTransaction.requiringNew()
        .run(() -> RuledNode.apply(changes, node.attributes(), edit, directory, node.uuid()));
  }

  /**
   * As above, for new names of ports.
   *
   * @throws dev.assay.error.InspectionFailure when another port has such a name
   */
  void checkPortNames(ChangeSet changes) {
    var renamed = new ArrayList<ObjectNode>();
    changes
        .updatedPorts()
        .forEach(
            (address, fields) -> {
              if (fields.has("name")) {
                renamed.add(changes.portDocuments().get(address));
              }
            });
    if (!renamed.isEmpty()) {
      QuarkusTransaction.requiringNew().run(() -> requireFreeNames(renamed));
    }
  }

  /** The commit writes one port after the other: each may take the name that one before it had. */
  private void requireFreeNames(List<ObjectNode> renamed) {
    var names = new HashSet<String>();
    var written = new HashSet<String>();
    for (var port : renamed) {
      var name = port.path("name").textValue();
      if (name != null && (!names.add(name) || hasOwner(name, written))) {
        throw RuledNode.portNameTaken();
      }
      written.add(port.path("uuid").textValue());
    }
  }

  private boolean hasOwner(String name, Set<String> except) {
    return ports.idOf(name).filter(owner -> !except.contains(owner.toString())).isPresent();
  }
}
