package dev.assay.conductor.work;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.membership.ServedNodes;
import dev.assay.lease.LeasedNode;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Starts and ends work on a node, each in one transaction: the first reads the node and acquires
 * its lease, the second writes the result. In between the work talks to hardware or runs hooks
 * without holding a database connection.
 */
@ApplicationScoped
public class NodeWork {
  private static final Logger LOG = Logger.getLogger(NodeWork.class);

  private final NodeLease nodeLease;
  private final Nodes nodes;
  private final ConductorRegistration registration;
  private final ServedNodes served;

  /** Another process holds the node's lease: try again later. */
  public static final class NodeBusy extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NodeBusy(NodeId node) {
      super("another works on node " + node);
    }
  }

  /** This conductor does not serve the node's driver or conductor group: another one may. */
  public static final class NotServedHere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotServedHere(Node node) {
      super(
          "node %s has driver %s and conductor group '%s', which this conductor does not serve"
              .formatted(
                  node.uuid(), node.attributes().driver(), node.attributes().conductorGroup()));
    }
  }

  NodeWork(
      NodeLease nodeLease, Nodes nodes, ConductorRegistration registration, ServedNodes served) {
    this.nodeLease = nodeLease;
    this.nodes = nodes;
    this.registration = registration;
    this.served = served;
  }

  /**
   * Acquires the node's lease and calls {@code work} with the job that {@code findJob} derives from
   * the node's current state. Returns false, without a lease, when there is no job, which means
   * that the message was delivered before, or no such node. Throws {@link NodeBusy} when another
   * holds the lease, {@link NotServedHere} when this conductor does not serve the node. When {@code
   * work} throws, the lease is released; it throws LeaseLost when the node was taken over or
   * deleted meanwhile, and the caller tries again.
   */
  public <J> boolean run(
      NodeId id, Function<Node, Optional<J>> findJob, BiConsumer<LeasedNode, J> work) {
    var begun = QuarkusTransaction.requiringNew().call(() -> begin(id, findJob));
    if (begun.isEmpty()) {
      LOG.debug("Nothing is left to do: it was done before.");
      return false;
    }
    var leased = begun.get().leased();
    registration.working(leased.lease());
    try {
      work.accept(leased, begun.get().job());
      return true;
    } catch (RuntimeException | Error e) {
      giveBack(leased, e);
      throw e;
    } finally {
      registration.ended(leased.lease());
    }
  }

  /**
   * Releases the lease, which expires if there is no database; {@code reason} is what the caller
   * must see.
   */
  private void giveBack(LeasedNode leased, Throwable reason) {
    try {
      QuarkusTransaction.requiringNew().run(() -> nodeLease.release(leased));
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  private record Begun<J>(LeasedNode leased, J job) {}

  private <J> Optional<Begun<J>> begin(NodeId id, Function<Node, Optional<J>> findJob) {
    return nodes
        .findForUpdate(id)
        .flatMap(node -> findJob.apply(node).map(job -> new Begun<>(take(node), job)));
  }

  private LeasedNode take(Node node) {
    if (!served.include(node)) {
      throw new NotServedHere(node);
    }
    return nodeLease
        .acquire(node, registration.name(), registration.ttl())
        .orElseThrow(() -> new NodeBusy(node.uuid()));
  }

  /** Writes and keeps the lease; throws LeaseLost, and writes nothing, when the lease was lost. */
  public void write(LeasedNode leased, Consumer<Node> change) {
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodeLease.enter(leased).orElseThrow(leased::lost)));
  }

  /**
   * Writes the result and releases the lease; throws LeaseLost, and writes nothing, when it was
   * lost.
   */
  public void finish(LeasedNode leased, Consumer<Node> change) {
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodeLease.leave(leased).orElseThrow(leased::lost)));
  }
}
