package dev.assay.fault;

import dev.assay.fault.Journal.Order;
import dev.assay.fault.Journal.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what is stored after a run with what clients and ramdisks were told during it. Source:
 * docs/architecture.md, invariants 1 to 5; spec state-machine.md 3.
 */
final class Checker {
  /**
   * The stages that may follow a stage in the history of an inspection; the first has none before.
   */
  private static final Map<String, Set<String>> NEXT =
      Map.of(
          "", Set.of("starting"),
          "starting", Set.of("waiting", "processing", "error"),
          "waiting", Set.of("processing", "aborting", "error"),
          "processing", Set.of("finished", "error"),
          "aborting", Set.of("error"),
          "finished", Set.of(),
          "error", Set.of());

  private static final String ABORTED = "aborted";

  private final Site site;
  private final Journal journal;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Integer> ends = new HashMap<>();

  /** A stored inspection. */
  record Inspection(
      String uuid, String node, String request, String stage, String error, List<String> stages) {
    boolean reached(String stage) {
      return stages.contains(stage);
    }

    @Override
    public String toString() {
      return "inspection %s of node %s %s%s"
          .formatted(uuid, node, stages, error.isEmpty() ? "" : " (" + error + ")");
    }
  }

  Checker(Site site, Journal journal) {
    this.site = site;
    this.journal = journal;
  }

  /** How many inspections ended how. */
  Map<String, Integer> ends() {
    return ends;
  }

  /** Everything that is wrong, a sentence each; empty when all is well. */
  List<String> check() throws SQLException {
    violations.addAll(journal.violations());
    try (var database = site.stack().database().connect()) {
      var inspections = inspections(database);
      inspections.forEach(this::checkHistory);
      var byNode = new HashMap<String, List<Inspection>>();
      inspections.forEach(it -> byNode.computeIfAbsent(it.node(), _ -> new ArrayList<>()).add(it));
      for (var node : site.machines().keySet()) {
        checkNode(node, byNode.getOrDefault(node, List.of()));
      }
      checkStates(database);
      checkPortsAndInventories(database);
      checkNothingIsLeft(database);
    }
    site.hosts().forEach(this::checkDenied);
    return violations;
  }

  private static List<Inspection> inspections(Connection database) throws SQLException {
    var sql =
        """
        select i.uuid, n.uuid as node, i.request_id, i.stage, i.error,
          array(select t ->> 'stage' from jsonb_array_elements(i.timeline) t) as stages
        from inspection i join node n on n.id = i.node_id order by i.id
        """;
    var all = new ArrayList<Inspection>();
    try (var statement = database.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        all.add(
            new Inspection(
                text(rows, "uuid"),
                text(rows, "node"),
                text(rows, "request_id"),
                text(rows, "stage"),
                text(rows, "error"),
                List.of((String[]) rows.getArray("stages").getArray())));
      }
    }
    return all;
  }

  private static String text(ResultSet rows, String column) throws SQLException {
    var value = rows.getString(column);
    return value == null ? "" : value;
  }

  /** Each inspection ended exactly once, by allowed steps. */
  private void checkHistory(Inspection inspection) {
    var before = "";
    for (var stage : inspection.stages()) {
      if (!NEXT.getOrDefault(before, Set.of()).contains(stage)) {
        violations.add("%s went from '%s' to '%s'".formatted(inspection, before, stage));
      }
      before = stage;
    }
    if (!before.equals(inspection.stage())) {
      violations.add("%s is in stage %s".formatted(inspection, inspection.stage()));
    }
    if (!NEXT.getOrDefault(inspection.stage(), Set.of("")).isEmpty()) {
      violations.add("%s has not ended".formatted(inspection));
    }
    var end =
        inspection.stage().equals("finished")
            ? "finished"
            : isAborted(inspection) ? ABORTED : "failed: " + inspection.error();
    ends.merge(end, 1, Integer::sum);
    if (!end.equals("finished") && !end.equals(ABORTED)) {
      violations.add("%s failed although its machine and BMC work".formatted(inspection));
    }
  }

  private static boolean isAborted(Inspection inspection) {
    return inspection.reached("aborting") || inspection.error().contains("aborted by request");
  }

  /** Orders and callbacks of a node against its inspections. */
  private void checkNode(String node, List<Inspection> inspections) {
    var orders = journal.orders().stream().filter(it -> it.node().equals(node)).toList();
    var requests = new HashMap<String, Integer>();
    inspections.forEach(it -> requests.merge(it.request(), 1, Integer::sum));
    requests.forEach(
        (request, times) -> {
          if (!request.isEmpty() && times > 1) {
            violations.add(
                "%d inspections of node %s by one request, %s".formatted(times, node, request));
          }
        });
    int accepted = 0;
    for (var order : ofAction(orders, "inspect", Outcome.ACCEPTED)) {
      accepted++;
      if (requests.getOrDefault(order.requestId(), 0) != 1) {
        violations.add(
            "%d inspections, not one, of an order that was accepted: %s"
                .formatted(requests.getOrDefault(order.requestId(), 0), order));
      }
    }
    for (var order : ofAction(orders, "inspect", Outcome.REFUSED)) {
      if (requests.containsKey(order.requestId())) {
        violations.add("an order was refused and carried out: " + order);
      }
    }
    int maybe = ofAction(orders, "inspect", Outcome.UNKNOWN).size();
    expect("inspections", node, inspections.size(), accepted, accepted + maybe);

    var callbacks = site.callbacks(node);
    int processed = (int) inspections.stream().filter(it -> it.reached("processing")).count();
    expect(
        "inspections with data",
        node,
        processed,
        callbacks.accepted(),
        callbacks.accepted() + callbacks.unknown());

    int aborted = (int) inspections.stream().filter(Checker::isAborted).count();
    int abortsAccepted = ofAction(orders, "abort", Outcome.ACCEPTED).size();
    expect(
        "aborted inspections",
        node,
        aborted,
        abortsAccepted,
        abortsAccepted + ofAction(orders, "abort", Outcome.UNKNOWN).size());
  }

  private void expect(String what, String node, int number, int least, int most) {
    if (number < least || number > most) {
      violations.add(
          "node %s has %d %s; by what was answered there must be %d to %d"
              .formatted(node, number, what, least, most));
    }
  }

  private static List<Order> ofAction(List<Order> orders, String action, Outcome outcome) {
    return orders.stream()
        .filter(it -> it.action().equals(action) && it.outcome() == outcome)
        .toList();
  }

  /** The state of each node is that of its last inspection, and nobody holds it. */
  private void checkStates(Connection database) throws SQLException {
    none(
        database,
        "nodes whose state is not that of their last inspection, or with another target (PI6)",
        """
        select n.uuid || ' ' || n.provision_state || ', inspection ' || i.stage from node n
        join lateral (select stage from inspection where node_id = n.id order by id desc limit 1) i
          on true
        where (n.provision_state, n.target_provision_state) is distinct from
          (case i.stage when 'finished' then 'manageable' else 'inspect failed' end,
           case i.stage when 'finished' then null else 'manageable' end)
        """);
    none(
        database,
        "held locks",
        """
        select name || ' by ' || holder from lease
        where name like 'node/%' and expires_at > clock_timestamp()
        """);
    none(
        database,
        "power changes and power-offs that are not over",
        """
        select uuid::text from node
        where target_power_state is not null or power_off_after is not null
        """);
  }

  private void checkPortsAndInventories(Connection database) throws SQLException {
    var ports = new HashMap<String, Set<String>>();
    try (var statement = database.createStatement();
        var rows =
            statement.executeQuery(
                "select n.uuid, p.address from port p join node n on n.id = p.node_id")) {
      while (rows.next()) {
        ports.computeIfAbsent(rows.getString(1), _ -> new HashSet<>()).add(rows.getString(2));
      }
    }
    site.machines()
        .forEach(
            (node, machine) -> {
              var wanted = new TreeSet<>(machine.macAddresses());
              var found = new TreeSet<>(ports.getOrDefault(node, Set.of()));
              if (!found.equals(wanted)) {
                violations.add("node %s has ports %s, not %s".formatted(node, found, wanted));
              }
            });
    none(
        database,
        "nodes with a finished inspection and without the inventory of the last one (PI3)",
        """
        select n.uuid::text from node n
        join lateral (
          select id from inspection
          where node_id = n.id and stage = 'finished' order by id desc limit 1) i on true
        left join inspection_result v on v.inspection_id = i.id
        where v.inspection_id is null
        """);
  }

  private void checkNothingIsLeft(Connection database) throws SQLException {
    none(
        database,
        "results and payloads without their documents",
        """
        select r.node_id || ' ' || encode(r.digest, 'hex') from (
          select node_id, inventory as digest from inspection_result
          union select node_id, plugin_data from inspection_result
          union select i.node_id, unnest(array[p.inventory, p.rest, i.trace_document])
            from inspection i left join inspection_payload p on p.inspection_id = i.id) r
        left join document d on d.node_id = r.node_id and d.digest = r.digest
        where r.digest is not null and d.node_id is null
        """);
    none(database, "messages that were never sent", "select destination from outbox");
    none(
        database,
        "commands that are still awaited",
        "select uuid::text from node where ordered_at is not null");
  }

  private void none(Connection database, String what, String sql) throws SQLException {
    var found = new ArrayList<String>();
    try (var statement = database.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    if (!found.isEmpty()) {
      violations.add(
          "%d %s: %s".formatted(found.size(), what, found.subList(0, Math.min(5, found.size()))));
    }
  }

  /** No file of a PXE filter lets a machine boot when none is inspected. */
  private void checkDenied(String filter, Path hosts) {
    try (var files = Files.newDirectoryStream(hosts, "[!.]*")) {
      for (var file : files) {
        if (!Files.readString(file).endsWith(",ignore\n")) {
          violations.add("%s still allows %s".formatted(filter, file.getFileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
