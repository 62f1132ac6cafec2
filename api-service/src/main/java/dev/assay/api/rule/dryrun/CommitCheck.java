package dev.assay.api.rule.dryrun;

import dev.assay.change.ChangeSet;
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
   * @throws dev.assay.error.InspectionFailure when the commit would fail
   */
  void check(Node node, ChangeSet changes) {
    QuarkusTransaction.requiringNew()
        .run(() -> RuledNode.apply(changes, node.attributes(), edit, directory, node.uuid()));
  }
}
