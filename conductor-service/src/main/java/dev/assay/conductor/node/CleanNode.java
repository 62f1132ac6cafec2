package dev.assay.conductor.node;

import dev.assay.conductor.work.LeasedWork;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/**
 * cleaning: nothing is cleaned here, the node passes on to available. Source: docs/architecture.md.
 */
@ApplicationScoped
public class CleanNode {
  private final LeasedWork work;
  private final Clock clock;

  CleanNode(LeasedWork work, Clock clock) {
    this.work = work;
    this.clock = clock;
  }

  public void run(NodeId node) {
    work.run(node, CleanNode::look, (leased, _) -> work.conclude(leased, this::pass));
  }

  private static Optional<Node> look(Node node) {
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
