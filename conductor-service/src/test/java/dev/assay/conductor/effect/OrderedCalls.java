package dev.assay.conductor.effect;

import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.rule.ApiCall;
import dev.assay.rule.store.ApiCalls;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.Dependent;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.hibernate.Session;

/** A node with an inspection, and the rows of its calls, whose times a test can move. */
@Dependent
class OrderedCalls {
  private final ApiCalls calls;
  private final Nodes nodes;
  private final Inspections inspections;
  private final Clock clock;
  private final Session database;
  private NodeId node = NodeId.random();
  private UUID run = UUID.randomUUID();

  OrderedCalls(
      ApiCalls calls, Nodes nodes, Inspections inspections, Clock clock, Session database) {
    this.calls = calls;
    this.nodes = nodes;
    this.inspections = inspections;
    this.clock = clock;
    this.database = database;
  }

  void begin() {
    var row = Fixtures.node(ProvisionState.MANAGEABLE, clock.instant());
    node = row.uuid();
    run =
        within(
            () -> {
              nodes.add(row);
              var begun =
                  new Inspection(
                      row,
                      Inspection.Cause.REQUESTED,
                      "agent",
                      null,
                      clock.instant(),
                      Duration.ofMinutes(9));
              inspections.begin(begun);
              return begun.uuid();
            });
  }

  /** The node is gone, and no message waits. */
  void clear() {
    within(
        () -> {
          nodes.remove(nodes.findForUpdate(node).orElseThrow());
          return node;
        });
    forgetMessages();
  }

  NodeId node() {
    return node;
  }

  UUID run() {
    return run;
  }

  Node nodeNow() {
    return within(() -> nodes.find(node).orElseThrow());
  }

  Inspection runNow() {
    return within(() -> inspections.find(run).orElseThrow());
  }

  /** Somebody starts an attempt and never finishes it. */
  void claimAndDie(UUID call) {
    within(() -> calls.claim(call));
  }

  /** Another conductor holds the node. */
  void holdNode() {
    within(
        () ->
            database
                .createNativeMutationQuery(
                    """
                    insert into lease (name, holder, epoch, expires_at)
                    values ('node/' || ?1, 'c2', nextval('lease_epoch'), now() + interval '1 h')
                    """)
                .setParameter(1, node.toString())
                .executeUpdate());
  }

  UUID order(ApiCall call) {
    return within(
        () -> {
          calls.order(
              nodes.find(node).orElseThrow(), inspections.find(run).orElseThrow(), List.of(call));
          return database
              .createNativeQuery(
                  """
                  select c.uuid from api_call c join inspection i on i.id = c.inspection_id
                  where i.uuid = ?1 order by c.id desc limit 1
                  """,
                  UUID.class)
              .setParameter(1, run)
              .getSingleResult();
        });
  }

  boolean waits(UUID call) {
    return !within(
            () ->
                database
                    .createNativeQuery("select 1 from api_call where uuid = ?1", Object[].class)
                    .setParameter(1, call)
                    .getResultList())
        .isEmpty();
  }

  /** How long nobody may make the call; negative when it is due. */
  Duration pause(UUID call) {
    return within(
        () ->
            Duration.ofMillis(
                ((Number)
                        database
                            .createNativeQuery(
                                """
                                select extract(epoch from due_at - clock_timestamp()) * 1000
                                from api_call where uuid = ?1
                                """,
                                Object[].class)
                            .setParameter(1, call)
                            .getSingleResult()[0])
                    .longValue()));
  }

  void letTimePass(UUID call) {
    due(call, Duration.ZERO);
  }

  void due(UUID call, Duration fromNow) {
    within(
        () ->
            database
                .createNativeMutationQuery(
                    "update api_call set due_at = now() + ?2 * interval '1 ms' where uuid = ?1")
                .setParameter(1, call)
                .setParameter(2, fromNow.toMillis())
                .executeUpdate());
  }

  void forgetMessages() {
    within(() -> database.createNativeMutationQuery("delete from outbox").executeUpdate());
  }

  /** How often the command of the call waits to be sent. */
  int messages(UUID call) {
    return within(
        () ->
            database
                .createNativeQuery("select 1 from outbox where body like ?1", Object[].class)
                .setParameter(1, "%" + call + "%")
                .getResultList()
                .size());
  }

  List<HistoryEntry> history() {
    return within(
        () ->
            database
                .createQuery(
                    "from HistoryEntry where nodeId = (select id from Node where uuid = ?1)",
                    HistoryEntry.class)
                .setParameter(1, node.uuid())
                .getResultList());
  }

  private static <T> T within(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
