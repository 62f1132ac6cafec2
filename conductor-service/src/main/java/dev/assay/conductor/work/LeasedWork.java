package dev.assay.conductor.work;

import dev.assay.lease.LeasedNode;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * The two ends of work on a leased node, each a transaction: looking at it, and writing what came
 * of the work. Between them the work talks to hardware without holding a connection.
 */
@ApplicationScoped
public class LeasedWork {
  private static final Logger LOG = Logger.getLogger(LeasedWork.class);

  private final NodeLease nodeLease;

  LeasedWork(NodeLease nodeLease) {
    this.nodeLease = nodeLease;
  }

  /**
   * What there is to do, by the node as it is now. Empty when there is nothing: then the node is
   * given back, and the message was a repeated delivery.
   */
  public <J> Optional<J> begin(LeasedNode leased, Function<Node, Optional<J>> look) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              Optional<J> job = nodeLease.enter(leased).flatMap(look);
              if (job.isEmpty()) {
                LOG.debug("Nothing is left to do: it was done before.");
                nodeLease.release(leased);
              }
              return job;
            });
  }

  /** Writes in between, keeping the node; false when the lease is lost and nothing was written. */
  public boolean write(LeasedNode leased, Consumer<Node> change) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var node = nodeLease.enter(leased);
              node.ifPresentOrElse(change, () -> lost());
              return node.isPresent();
            });
  }

  /** Writes the end and gives the node back; without effect when the lease is lost. */
  public void conclude(LeasedNode leased, Consumer<Node> change) {
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              nodeLease.enter(leased).ifPresentOrElse(change, () -> lost());
              nodeLease.release(leased);
            });
  }

  private static void lost() {
    LOG.warn("The node was taken over meanwhile: nothing is written.");
  }
}
