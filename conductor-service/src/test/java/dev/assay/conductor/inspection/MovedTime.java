package dev.assay.conductor.inspection;

import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.node.Nodes;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;

/** Moves times in the database into the past, so that no test has to wait. */
@ApplicationScoped
class MovedTime {
  private static final Duration LONG = Duration.ofHours(6);

  @Inject Session database;
  @Inject Nodes nodes;
  @Inject Inspections inspections;

  /** The command of the stage was sent {@code seconds} ago. */
  void orderedAgo(Bench.Run run, int seconds) {
    changeRun("ordered_at = clock_timestamp() - %d * interval '1 s'".formatted(seconds), run);
  }

  /** The command was sent once more; only the number of times changes. */
  void orderedAgain(Bench.Run run) {
    changeRun("reorders = reorders + 1", run);
  }

  /** A conductor took the stage up {@code seconds} ago. */
  void begun(Bench.Run run, int seconds) {
    changeRun("begun_at = clock_timestamp() - %d * interval '1 s'".formatted(seconds), run);
  }

  /** The run began {@code seconds} ago. */
  void startedAgo(Bench.Run run, int seconds) {
    changeRun("started_at = clock_timestamp() - %d * interval '1 s'".formatted(seconds), run);
  }

  /** The deadline of the stage has just passed. */
  void stageIsOver(Bench.Run run) {
    changeRun("stage_deadline = clock_timestamp() - interval '1 ms'", run);
  }

  /** The power state of the node is to be read now. */
  void powerSyncIsDue(NodeId node) {
    change(
        "insert into power_check (node_id, next_at) select id, now() - interval '1 s' from node"
            + " where uuid = ?1 on conflict (node_id) do update set next_at = excluded.next_at",
        node);
  }

  /** A command for other work on the node was sent {@code seconds} ago. */
  void workOrdered(NodeId node, int seconds) {
    QuarkusTransaction.requiringNew()
        .run(() -> nodes.findForUpdate(node).orElseThrow().work().ordered(LONG));
    change(
        "update node set ordered_at = clock_timestamp() - %d * interval '1 s' where uuid = ?1"
            .formatted(seconds),
        node);
  }

  /** The deadline of the other work on the node has just passed. */
  void workIsOver(NodeId node) {
    change(
        "update node set work_deadline = clock_timestamp() - interval '1 ms' where uuid = ?1",
        node);
  }

  /** What is left of the stage. */
  Duration timeLeft(Bench.Run run) {
    return find(run).timeLeft().orElseThrow();
  }

  /** True when a conductor took the stage up. */
  boolean begun(Bench.Run run) {
    return find(run).begun();
  }

  /** The texts of the node's history. */
  List<String> history(NodeId node) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        """
                        select h.event from node_history h join node n on n.id = h.node_id
                        where n.uuid = ?1 order by h.id
                        """,
                        String.class)
                    .setParameter(1, node.uuid())
                    .getResultList());
  }

  /** Changes rows of {@code node} by a statement whose parameter is its UUID. */
  void change(String sql, NodeId node) {
    change(sql, node.uuid());
  }

  private void changeRun(String assignment, Bench.Run run) {
    change("update inspection set %s where uuid = ?1".formatted(assignment), run.inspection());
  }

  private void change(String sql, UUID uuid) {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery(sql).setParameter(1, uuid).executeUpdate());
  }

  private Inspection find(Bench.Run run) {
    return QuarkusTransaction.requiringNew()
        .call(() -> inspections.find(run.inspection()).orElseThrow());
  }
}
