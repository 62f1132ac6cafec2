package dev.assay.inspection;

import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection.Reached;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.storedjson.StoredJson;
import dev.assay.tracing.Tracing;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.query.QueryFlushMode;

/** Stores inspections (runs), and the BMC addresses by which waiting nodes are looked up. */
@ApplicationScoped
public class Inspections {
  /** The key of the addresses in a node's driver_internal_info. */
  public static final String ADDRESSES = "lookup_bmc_addresses";

  /** The node with its inspection that has not ended; %s joins them. */
  private static final String PAIR =
      "select n, i from Node n %s Inspection i on i.nodeId = n.id and i.stage not in (?2, ?3)"
          + " where n.uuid = ?1";

  private static final String PAIR_OF_BOTH = PAIR.formatted("join");
  private static final String PAIR_OR_NODE = PAIR.formatted("left join");

  /** The key under which a transaction keeps the active inspection that it read last. */
  private static final String ACTIVE = Inspections.class.getName();

  private final Session database;
  private final Nodes nodes;
  private final TransactionSynchronizationRegistry transaction;
  private final Tracing tracing;

  Inspections(
      Session database,
      Nodes nodes,
      TransactionSynchronizationRegistry transaction,
      Tracing tracing) {
    this.database = database;
    this.nodes = nodes;
    this.transaction = transaction;
    this.tracing = tracing;
  }

  /** Adds an inspection; the database rejects a second active one of a node. */
  public void begin(Inspection inspection) {
    inspection.tracedBy(tracing.traceparent());
    database.persist(inspection);
  }

  public Optional<Inspection> find(UUID uuid) {
    return database
        .createQuery("from Inspection where uuid = ?1", Inspection.class)
        .setParameter(1, uuid)
        .uniqueResultOptional();
  }

  /**
   * True when the data of {@code inspection} are those from which its node was auto-discovered,
   * also when they are processed again.
   */
  public boolean hasDataOfDiscovery(Inspection inspection) {
    var earlier = inspection.reappliedFrom();
    return earlier == null
        ? inspection.discovered()
        : database
            .createNativeQuery(
                """
                with recursive earlier (cause, reapplied_from) as (
                  select cause, reapplied_from from inspection where uuid = ?1
                  union
                  select i.cause, i.reapplied_from
                  from earlier e join inspection i on i.uuid = e.reapplied_from)
                select exists (select 1 from earlier where cause = 'discovered')
                """,
                Boolean.class)
            .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
            .setParameter(1, earlier)
            .getSingleResult();
  }

  /**
   * Reads the current state of the node and locks its row until this transaction ends, as {@link
   * Nodes#findForUpdate}. {@link #active} then needs no query for an inspection of it.
   */
  public Optional<Node> lockNode(NodeId node) {
    // both rows: a statement that waited for a lock has old data of the rows that it does not lock
    return pair(PAIR_OF_BOTH, LockModeType.PESSIMISTIC_WRITE, node)
        .or(() -> nodes.findForUpdate(node));
  }

  /** As above, for a node whose row the transaction has locked already. */
  public Optional<Node> lockedNode(NodeId node) {
    return pair(PAIR_OR_NODE, LockModeType.NONE, node);
  }

  private Optional<Node> pair(String query, LockModeType lock, NodeId node) {
    return database
        .createQuery(query, Object[].class)
        .setLockMode(lock)
        .setParameter(1, node.uuid())
        .setParameter(2, Stage.FINISHED)
        .setParameter(3, Stage.ERROR)
        .uniqueResultOptional()
        .map(
            row -> {
              transaction.putResource(ACTIVE, row[1]);
              return (Node) row[0];
            });
  }

  /**
   * Returns the inspection of {@code node} that has not ended. The node must be loaded for update.
   */
  public Optional<Inspection> active(Node node) {
    return readWith(node)
        .or(
            () ->
                database
                    .createQuery(
                        "from Inspection where nodeId = ?1 and stage not in (?2, ?3)",
                        Inspection.class)
                    .setParameter(1, node.id())
                    .setParameter(2, Stage.FINISHED)
                    .setParameter(3, Stage.ERROR)
                    .uniqueResultOptional());
  }

  private Optional<Inspection> readWith(Node node) {
    return transaction.getTransactionKey() != null
            && transaction.getResource(ACTIVE) instanceof Inspection read
            && read.nodeId() == node.id()
            && read.stage().active()
        ? Optional.of(read)
        : Optional.empty();
  }

  /** Returns the node's latest inspection, ended or not. */
  public Optional<Inspection> latest(Node node) {
    return database
        .createQuery("from Inspection where nodeId = ?1 order by id desc", Inspection.class)
        .setParameter(1, node.id())
        .setMaxResults(1)
        .uniqueResultOptional();
  }

  /** Returns the node's inspections whose row number is below {@code before}, latest first. */
  public List<Inspection> list(Node node, long before, int atMost) {
    return database
        .createQuery(
            "from Inspection where nodeId = ?1 and id < ?2 order by id desc", Inspection.class)
        .setParameter(1, node.id())
        .setParameter(2, before)
        .setMaxResults(atMost)
        .getResultList();
  }

  /** Returns the timelines of these inspections, without those that were deleted. */
  public List<List<Reached>> timelines(Collection<UUID> inspections) {
    return database
        .createNativeQuery(
            "select cast(timeline as text) from inspection where uuid = any(?1)", String.class)
        .setParameter(1, inspections.toArray(UUID[]::new))
        .getResultList()
        .stream()
        .map(timeline -> List.of(StoredJson.read(timeline, Reached[].class)))
        .toList();
  }

  /** An inspection past the deadline of its stage. */
  public record Late(NodeId node, UUID inspection) {}

  /**
   * Returns inspections whose stage is past its deadline by the database clock, oldest first,
   * skipping the first {@code skipped}. A waiting one of a node in maintenance is not overdue.
   */
  public List<Late> overdue(int atMost, int skipped) {
    return database
        .createNativeQuery(
            """
            select n.uuid, i.uuid from inspection i join node n on n.id = i.node_id
            where i.stage_deadline < now()
              and (i.stage <> 'waiting' or not n.maintenance)
            order by i.stage_deadline, i.id limit ?1 offset ?2
            """,
            Object[].class)
        .setParameter(1, atMost)
        .setParameter(2, skipped)
        .getResultList()
        .stream()
        .map(row -> new Late(new NodeId((UUID) row[0]), (UUID) row[1]))
        .toList();
  }

  /**
   * Makes the waiting node findable by these canonical addresses and no others, until {@link
   * #forgetAddresses}; also lists them in driver_internal_info.
   */
  public void findableBy(Node node, Collection<String> addresses) {
    forgetAddresses(node);
    node.note(
        info -> {
          var list = info.putArray(ADDRESSES);
          addresses.forEach(list::add);
        });
    if (!addresses.isEmpty()) {
      database
          .createNativeMutationQuery(
              "insert into lookup_address (address, node_id) select unnest(?1), ?2"
                  + " on conflict do nothing")
          .setParameter(1, addresses.toArray(String[]::new))
          .setParameter(2, node.id())
          .executeUpdate();
    }
  }

  /** Removes the node's lookup addresses. */
  public void forgetAddresses(Node node) {
    var shown = node.driverInternalInfo().get(ADDRESSES);
    if (shown == null) {
      return;
    }
    node.note(info -> info.remove(ADDRESSES));
    if (!shown.isEmpty()) {
      database
          .createNativeMutationQuery("delete from lookup_address where node_id = ?1")
          .setParameter(1, node.id())
          .executeUpdate();
    }
  }
}
