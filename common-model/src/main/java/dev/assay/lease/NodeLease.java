package dev.assay.lease;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspections;
import dev.assay.node.Node;
import dev.assay.time.Stopwatch;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/**
 * The exclusive lock of a node: its lease, whose holder the API shows as {@code reservation}. API
 * requests and conductors both lock the node's row first, so that neither can miss what the other
 * does. Every method joins the caller's transaction. Source: spec conductor.md 3.
 */
@ApplicationScoped
public class NodeLease {
  /** Locks the node's row before the lease, as everybody does. */
  private static final String LOCK =
      "with found as materialized (select id from node where uuid = :node for no key update) ";

  /** Nobody else can acquire the lease until this transaction ends. */
  private static final String LOCK_HELD =
      LOCK + "select 1 from found, lease l where " + Leases.SAME + " for update of l";

  private static final String LOCK_AND_RELEASE =
      LOCK + "delete from lease using found where " + Leases.SAME + " returning 1";

  private static final String POWERED_OFF =
      """
      with found as materialized (
        select n.id,
          coalesce(n.power_off_after = :inspection, true) and n.target_power_state is null
            and n.provision_state not in ('verifying', 'cleaning') as idle
        from node n where n.uuid = :node for update),
      released as (
        delete from lease
        where SAME and exists (select 1 from found)
        returning 1)
      update node n
      set power_state = case when :off then 'power off' else n.power_state end,
        updated_at = case when :off then cast(:now as timestamptz) else n.updated_at end,
        power_off_after = nullif(n.power_off_after, :inspection),
        power_change = case when f.idle then null else n.power_change end,
        power_timeout_seconds = case when f.idle then null else n.power_timeout_seconds end,
        ordered_at = case when f.idle then null else n.ordered_at end,
        reorders = case when f.idle then 0 else n.reorders end,
        work_deadline = case when f.idle then null else n.work_deadline end
      from found f, released
      where n.id = f.id
      returning n.id
      """
          .replace("SAME", Leases.SAME);

  private final Session database;
  private final Leases leases;
  private final Inspections inspections;
  private final Stopwatch stopwatch;

  NodeLease(Session database, Leases leases, Inspections inspections, Stopwatch stopwatch) {
    this.database = database;
    this.leases = leases;
    this.inspections = inspections;
    this.stopwatch = stopwatch;
  }

  /** Acquires the lease of the node, which was loaded for update; empty when another holds it. */
  public Optional<LeasedNode> acquire(Node node, String holder, Duration ttl) {
    return leases
        .acquire(name(node.uuid()), holder, ttl)
        .map(lease -> new LeasedNode(node.uuid(), lease, ttl, stopwatch, () -> requireHeld(lease)));
  }

  /**
   * Returns the node, locked for this transaction, to be written under the lease; empty when
   * another holder took the lease over meanwhile, or the node was deleted: then nothing may be
   * written.
   */
  public Optional<Node> enter(LeasedNode leased) {
    return lockHeld(leased, LOCK_HELD);
  }

  /** As {@link #enter}; a command to the BMC right after it does not check the lease once more. */
  public Optional<Node> enterAndGoOn(LeasedNode leased) {
    var node = enter(leased);
    node.ifPresent(_ -> leased.seenHeld()); // nobody can take it over before the commit
    return node;
  }

  /** As {@link #enter}, and releases the lease in the same transaction. */
  public Optional<Node> leave(LeasedNode leased) {
    return lockHeld(leased, LOCK_AND_RELEASE);
  }

  /** The node is read after it is locked, because a statement that waits has old data. */
  private Optional<Node> lockHeld(LeasedNode leased, String sql) {
    return Leases.statement(sql, leased.lease())
        .set("node", leased.node().uuid())
        .row(database)
        .flatMap(_ -> inspections.lockedNode(leased.node()));
  }

  /**
   * As {@link #leave}, and records, in the same statement, that the power-off after {@code
   * inspection} is over, as {@link Node#powerOffIsOver} and {@link Node#powerIs} do; false, and no
   * effect, when the lease is lost or the node was deleted.
   *
   * @param off whether the machine is off now; false when its power was left as it is
   */
  public boolean leavePoweredOff(LeasedNode leased, UUID inspection, boolean off, Instant now) {
    return Leases.statement(POWERED_OFF, leased.lease())
        .set("node", leased.node().uuid())
        .set("inspection", inspection)
        .set("off", off)
        .set("now", now)
        .row(database)
        .isPresent();
  }

  /**
   * Throws LeaseLost unless the lease is held. Called before commands to a BMC, so it runs in a
   * short transaction of its own.
   */
  private void requireHeld(Lease lease) {
    boolean held;
    try {
      held = QuarkusTransaction.requiringNew().call(() -> leases.isHeld(lease));
    } catch (RuntimeException e) {
      throw new LeaseLost(lease, e);
    }
    if (!held) {
      throw new LeaseLost(lease);
    }
  }

  /** Releases the lease without having written. */
  public void release(LeasedNode leased) {
    leases.release(leased.lease());
  }

  /**
   * Revokes the lease from its holder; the epoch prevents anything that the holder still tries to
   * write.
   */
  public void revoke(Node node) {
    leases.revoke(name(node.uuid()));
  }

  /** The holder of the node's lease; empty when nobody holds it. */
  public Optional<String> holder(NodeId node) {
    return leases.holder(name(node));
  }

  /** Throws NODE_LOCKED when a conductor holds the lease; {@code node} was loaded for update. */
  public void requireFree(Node node) {
    leases
        .holder(name(node.uuid()))
        .ifPresent(
            holder -> {
              throw locked(node.uuid(), holder);
            });
  }

  /** The NODE_LOCKED error with the text that clients expect. Source: api.md 3. */
  public static AssayException locked(NodeId node, String holder) {
    return new AssayException(
        ErrorCode.NODE_LOCKED,
        "Node %s is locked by host %s, please retry after the current operation is completed."
            .formatted(node, holder));
  }

  private static String name(NodeId node) {
    return "node/" + node;
  }
}
