package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.util.List;

/** Counts the results for the last line of a dry run. Used by one thread. */
final class Totals {
  private int nodes;
  private int matched;
  private int failed;
  private int withoutInventory;
  private boolean complete = true;

  void count(NodeLine line) {
    nodes++;
    matched += line.matched().isEmpty() ? 0 : 1;
    failed += line.failure().isPresent() ? 1 : 0;
    withoutInventory += line.inventory() ? 0 : 1;
    complete &= !line.late();
  }

  /**
   * The line {@code {"summary": {...}}}; not complete when the run ended before all nodes were
   * processed. Includes {@code warnings} about parts of the rules that can never work, if there are
   * any.
   */
  ObjectNode json(List<String> warnings) {
    var line = StoredJson.object();
    var summary = line.putObject("summary");
    summary
        .put("nodes", nodes)
        .put("matched", matched)
        .put("failed", failed)
        .put("without_inventory", withoutInventory)
        .put("complete", complete);
    if (!warnings.isEmpty()) {
      warnings.forEach(summary.putArray("warnings")::add);
    }
    return line;
  }
}
