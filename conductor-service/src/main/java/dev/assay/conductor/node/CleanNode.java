package dev.assay.conductor.node;

import dev.assay.conductor.work.LeasedWork;
import dev.assay.lease.LeasedNode;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/** cleaning: nothing is cleaned here, the node passes on to available. Source: design 7. */
@ApplicationScoped
public class CleanNode {
  private final LeasedWork work;
  private final Clock clock;

  CleanNode(LeasedWork work, Clock clock) {
    this.work = work;
    this.clock = clock;
  }

  public void run(LeasedNode leased) {
    work.conclude(
        leased,
        node -> {
          if (node.provisionState() == ProvisionState.CLEANING) {
            node.move(ProvisionEvent.DONE, clock.instant());
          }
        });
  }
}
