package dev.assay.api.rule.dryrun;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.rule.RuleWarnings;
import dev.assay.api.rule.dryrun.InventoriedNodes.InventoriedNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.HookConfig;
import dev.assay.inspection.Inventories.Stored;
import dev.assay.inspection.Inventories.Texts;
import dev.assay.objectstore.StoreFailure;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Runs rules on stored inventories and writes what they would change: one line of JSON per node,
 * and a last one with the totals. No node is locked, and no database connection is held while a
 * slow client reads.
 */
@ApplicationScoped
class DryRuns {
  private final InventoriedNodes nodes;
  private final DryRunThread thread;
  private final RuleRegistry registry;
  private final CommitCheck commits;
  private final HookConfig limits;

  DryRuns(
      InventoriedNodes nodes,
      DryRunThread thread,
      RuleRegistry registry,
      CommitCheck commits,
      HookConfig limits) {
    this.nodes = nodes;
    this.thread = thread;
    this.registry = registry;
    this.commits = commits;
    this.limits = limits;
  }

  /**
   * Returns when all is written; IOException when {@code out} accepts no more; CONFLICT before
   * anything is written. The thread is free before the last line: who has read it may order the
   * next dry run.
   */
  void run(DryRunOrder order, OutputStream out) throws IOException {
    var totals = new Totals();
    try (var slot = thread.take()) {
      writeNodes(order, slot, totals, out);
    }
    write(out, totals.json(RuleWarnings.of(order.rules())));
  }

  private void writeNodes(
      DryRunOrder order, DryRunThread.Slot slot, Totals totals, OutputStream out)
      throws IOException {
    var page = nodes.page(order.nodes(), 0);
    while (!page.isEmpty()) {
      for (var node : page) {
        var line = line(node, order, slot);
        write(out, line.json());
        totals.count(line);
        if (line.late()) {
          return;
        }
      }
      page = nodes.page(order.nodes(), page.getLast().node().id());
    }
  }

  /** A node whose rules take too long is the last one: they would on the next one, too. */
  private NodeLine line(InventoriedNode node, DryRunOrder order, DryRunThread.Slot slot) {
    Optional<Texts> stored;
    try {
      stored = node.stored().map(Stored::read); // an object store has time limits of its own
    } catch (StoreFailure e) {
      var why = new InspectionFailure(ErrorCode.PAYLOAD_UNREADABLE, String.valueOf(e.getMessage()));
      return NodeLine.unreadable(node.node(), why);
    }
    if (stored.isEmpty()) {
      return NodeLine.withoutInventory(node.node());
    }
    var dryRun = new NodeDryRun(order.rules(), registry, node, stored.get(), commits);
    try {
      return slot.call(dryRun::run, limits.hookTimeout());
    } catch (TimeoutException _) {
      return dryRun.late(limits.hookTimeout());
    }
  }

  private static void write(OutputStream out, ObjectNode line) throws IOException {
    out.write((StoredJson.write(line) + "\n").getBytes(UTF_8));
    out.flush();
  }
}
