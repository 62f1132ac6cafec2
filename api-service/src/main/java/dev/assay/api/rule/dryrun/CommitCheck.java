package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.node.Node;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.nodeedit.StoredDirectory;
import dev.assay.rule.node.RuledNode;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;

/** Checks what rules change of a node, as a conductor does when it commits an inspection. */
@ApplicationScoped
class CommitCheck {
  private final NodeEdit edit;
  private final StoredDirectory directory;

  CommitCheck(NodeEdit edit, StoredDirectory directory) {
    this.edit = edit;
    this.directory = directory;
  }

  /**
   * Reads what it needs in a transaction of its own.
   *
   * @param changes fields by their names in JSON
   * @throws dev.assay.inspection.InspectionFailure when the commit would fail
   */
  void check(Node node, ObjectNode changes) {
    QuarkusTransaction.requiringNew()
        .run(() -> RuledNode.change(edit, directory, node.uuid(), node.attributes(), changes));
  }
}
