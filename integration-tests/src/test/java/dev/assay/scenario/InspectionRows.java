package dev.assay.scenario;

import dev.assay.stack.PostgresServer;
import java.util.List;
import java.util.UUID;

/** Reads the inspections in the database: one row for each run. */
public final class InspectionRows {
  private InspectionRows() {}

  /** The stages of all runs of a node, oldest first. */
  public static List<String> stagesOf(PostgresServer database, String node) {
    return database
        .query(
            "select stage from inspection join node on node.id = node_id"
                + " where node.uuid = ? order by inspection.id",
            UUID.fromString(node))
        .stream()
        .map(String::valueOf)
        .toList();
  }

  /** How many nodes have exactly this many runs, all of them finished. */
  public static long nodesWithFinishedRuns(PostgresServer database, int runs) {
    return database.count(
        """
        select count(*) from (
          select node_id from inspection group by node_id
          having count(*) = ? and bool_and(stage = 'finished')) as node
        """,
        runs);
  }
}
