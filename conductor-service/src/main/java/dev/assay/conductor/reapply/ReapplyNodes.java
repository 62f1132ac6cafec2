package dev.assay.conductor.reapply;

import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.Nodes;
import dev.assay.reapply.FleetReapplies;
import dev.assay.reapply.FleetReapplies.Due;
import dev.assay.reapply.Reapply;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/**
 * Begins the inspections of fleet-wide orders, as many in a second as {@link ReapplyConfig} allows.
 * One conductor does it for all; conductors share the processing. Source: docs/decisions/0052.
 */
@Startup
@ApplicationScoped
public class ReapplyNodes {
  private static final String TASK = "reapply";

  /** Nodes per transaction: few, since their rows are locked until its end. */
  private static final int BATCH = 25;

  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final int MOST_ATTEMPTS = 30;

  private final FleetReapplies orders;
  private final Reapply reapply;
  private final Nodes nodes;
  private final SingletonTasks tasks;
  private final ReapplyConfig config;

  ReapplyNodes(
      FleetReapplies orders,
      Reapply reapply,
      Nodes nodes,
      SingletonTasks tasks,
      ReapplyConfig config) {
    this.orders = orders;
    this.reapply = reapply;
    this.nodes = nodes;
    this.tasks = tasks;
    this.config = config;
    if (config.rate() < 1 || config.maxRunning() < 1) {
      throw new IllegalArgumentException(
          "assay.reapply.rate and assay.reapply.max-running must be at least 1");
    }
  }

  @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    if (QuarkusTransaction.requiringNew().call(orders::anyOpen)) {
      tasks.run(TASK, this::begin);
    }
  }

  /** Begins the inspections of one second. */
  void begin() {
    var running = QuarkusTransaction.requiringNew().call(orders::running);
    var left = Math.min(config.rate(), config.maxRunning() - running);
    while (left > 0) {
      var limit = Math.min(BATCH, left);
      var begun = QuarkusTransaction.requiringNew().call(() -> begin(limit));
      if (begun < limit) {
        break;
      }
      left -= begun;
    }
    QuarkusTransaction.requiringNew().run(orders::endCompleted);
  }

  /** Returns how many nodes had their turn. */
  private int begin(int limit) {
    var due = orders.due(limit);
    due.forEach(this::begin);
    return due.size();
  }

  private void begin(Due due) {
    try {
      nodes
          .findForUpdate(due.node())
          .ifPresentOrElse(
              node -> orders.begun(due, reapply.order(node, due.request()).uuid()),
              () -> orders.skip(due, "the node was deleted"));
    } catch (AssayException e) {
      if (e.code() == ErrorCode.NODE_LOCKED) {
        orders.postpone(due, PAUSE, MOST_ATTEMPTS, e.sentence());
      } else {
        orders.skip(due, e.sentence());
      }
    }
  }
}
