package dev.assay.conductor.node;

import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/**
 * Ends state cleaning at once: Assay cleans nothing, so the node moves on to available. Source:
 * docs/architecture.md.
 */
@ApplicationScoped
public class CleanNode {
  private final NodeWork work;
  private final Clock clock;

  CleanNode(NodeWork work, Clock clock) {
    this.work = work;
    this.clock = clock;
  }

  public WorkOutcome run(NodeId node) {
    return work.run(node, CleanNode::findJob, (leased, _) -> work.finish(leased, this::pass));
  }

  private static Optional<Node> findJob(Node node) {
    return Optional.of(node).filter(CleanNode::isCleaning);
  }

  private void pass(Node node) {
    if (isCleaning(node)) {
      node.move(ProvisionEvent.DONE, clock.instant());
    }
  }

  private static boolean isCleaning(Node node) {
    return node.provisionState() == ProvisionState.CLEANING;
  }
}
