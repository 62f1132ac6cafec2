package dev.assay.conductor.work;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.membership.ServedNodes;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspections;
import dev.assay.lease.LeaseLost;
import dev.assay.lease.LeasedNode;
import dev.assay.lease.NodeLease;
import dev.assay.liveness.CrashPoint;
import dev.assay.node.Node;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jboss.logging.MDC;

/**
 * Starts and ends work on a node, each in one transaction: the first reads the node and acquires
 * its lease, the second writes the result. In between the work talks to hardware or runs hooks
 * without holding a database connection.
 */
@ApplicationScoped
public class NodeWork {
  private final NodeLease nodeLease;
  private final Inspections inspections;
  private final ConductorRegistration registration;
  private final ServedNodes served;

  NodeWork(
      NodeLease nodeLease,
      Inspections inspections,
      ConductorRegistration registration,
      ServedNodes served) {
    this.nodeLease = nodeLease;
    this.inspections = inspections;
    this.registration = registration;
    this.served = served;
  }

  /**
   * Acquires the node's lease and calls {@code work} with the job that {@code findJob} derives from
   * the node's current state; empty when there is none. When {@code work} throws, the lease is
   * released.
   */
  public <J> WorkOutcome run(
      NodeId id, Function<Node, Optional<J>> findJob, BiConsumer<LeasedNode, J> work) {
    try {
      var begun = QuarkusTransaction.requiringNew().call(() -> begin(id, findJob));
      return begun.isEmpty()
          ? new WorkOutcome.NothingToDo()
          : run(begun.get().leased(), () -> work.accept(begun.get().leased(), begun.get().job()));
    } catch (NotBegun e) {
      return e.outcome;
    }
  }

  private WorkOutcome run(LeasedNode leased, Runnable work) {
    registration.working(leased.lease());
    try {
      CrashPoint.LEASED.reached(NodeWork::command);
      work.run();
      return new WorkOutcome.Done();
    } catch (LeaseLost e) {
      giveBack(leased, e);
      return new WorkOutcome.LeaseLost(String.valueOf(e.getMessage()));
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
    return inspections
        .lockNode(id)
        .flatMap(node -> findJob.apply(node).map(job -> new Begun<>(take(node), job)));
  }

  private LeasedNode take(Node node) {
    if (!served.include(node)) {
      throw new NotBegun(new WorkOutcome.NotServedHere(notServed(node)));
    }
    return nodeLease
        .acquire(node, registration.name(), registration.ttl())
        .orElseThrow(
            () ->
                new NotBegun(
                    new WorkOutcome.NodeBusy("another process works on node " + node.uuid())));
  }

  /** Rolls back what findJob wrote. */
  private static final class NotBegun extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient WorkOutcome outcome;

    NotBegun(WorkOutcome outcome) {
      super(outcome.toString(), null, false, false);
      this.outcome = outcome;
    }
  }

  private static String notServed(Node node) {
    return "node %s has driver %s and conductor group '%s', which this conductor does not serve"
        .formatted(node.uuid(), node.attributes().driver(), node.attributes().conductorGroup());
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
    CrashPoint.WORKED.reached(NodeWork::command);
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodeLease.leave(leased).orElseThrow(leased::lost)));
    CrashPoint.COMMITTED.reached(NodeWork::command);
  }

  /**
   * As {@link #finish} when the result of a power-off after {@code inspection} is all there is to
   * write.
   *
   * @param off whether the machine is off now; false when its power was left as it is
   */
  public void finishPoweredOff(LeasedNode leased, UUID inspection, boolean off, Instant now) {
    CrashPoint.WORKED.reached(NodeWork::command);
    var held =
        QuarkusTransaction.requiringNew()
            .call(() -> nodeLease.leavePoweredOff(leased, inspection, off, now));
    if (!held) {
      throw leased.lost();
    }
    CrashPoint.COMMITTED.reached(NodeWork::command);
  }

  /**
   * Writes the result. Keeps the lease, and returns the node as written, when there is {@code more}
   * to do under it, else releases it. Throws LeaseLost, and writes nothing, when it was lost.
   */
  public Optional<Node> finishUnless(
      LeasedNode leased, Predicate<Node> more, Consumer<Node> change) {
    CrashPoint.WORKED.reached(NodeWork::command);
    var kept = QuarkusTransaction.requiringNew().call(() -> writeUnless(leased, more, change));
    CrashPoint.COMMITTED.reached(NodeWork::command);
    return kept;
  }

  private Optional<Node> writeUnless(
      LeasedNode leased, Predicate<Node> more, Consumer<Node> change) {
    var node = nodeLease.enterAndGoOn(leased).orElseThrow(leased::lost);
    change.accept(node);
    if (more.test(node)) {
      return Optional.of(node);
    }
    nodeLease.release(leased);
    return Optional.empty();
  }

  /** The command that this thread carries out. */
  private static String command() {
    return MDC.get("command") + " " + MDC.get("node");
  }
}
