package dev.assay.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.stack.ApiClient;
import dev.assay.storedjson.CompressedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Benchmark of the dry run of rules on all stored inventories by a running API: measures its time,
 * processor time and memory.
 */
final class DryRunCosts {
  private static final String INSPECTIONS =
      """
      insert into inspection (uuid, node_id, cause, inspect_interface, stage, started_at,
        finished_at, timeline)
      select gen_random_uuid(), id, 'requested', 'agent', 'finished', now(), now(), '[]' from node
      """;
  private static final String DOCUMENTS =
      """
      insert into document (node_id, digest, size, body)
      select id, sha256(?), octet_length(?), ? from node on conflict do nothing
      """;
  private static final String RESULTS =
      """
      insert into inspection_result (inspection_id, node_id, inventory, plugin_data, created_at)
      select id, node_id, sha256(?), sha256(?), now() from inspection
      """;
  private static final double MIB = 1 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StackKind stack;
  private final int nodes;
  private final int rules;
  private final ObjectNode pluginData;
  private final JsonNode inventory;

  /** The size of a response, the seconds until its first line, and the text of its last line. */
  private record Summary(int lines, long characters, double firstLine, String last) {}

  /** A dry run of {@code rules} rules over {@code nodes} inventories that equal {@code payload}. */
  DryRunCosts(StackKind stack, int nodes, int rules, byte[] payload) throws IOException {
    this.stack = stack;
    this.nodes = nodes;
    this.rules = rules;
    pluginData = (ObjectNode) JSON.readTree(payload);
    inventory = pluginData.remove("inventory");
  }

  /**
   * The results of one dry run.
   *
   * @param run first, with a cold API, or second
   * @param complete whether the response had a line for each node
   */
  record Figures(
      String run,
      double seconds,
      double nodesPerSecond,
      double responseMib,
      double firstLineSeconds,
      double apiCpuSeconds,
      double apiResidentBeforeMib,
      double apiResidentPeakMib,
      boolean complete) {
    void print(PrintStream out) {
      out.printf(
          "%-6s %9.1f %12.0f %9.1f %13.2f %10.1f %14.0f %12.0f%n",
          run,
          seconds,
          nodesPerSecond,
          responseMib,
          firstLineSeconds,
          apiCpuSeconds,
          apiResidentBeforeMib,
          apiResidentPeakMib);
    }
  }

  /** Runs it twice, the first time with a cold API, and prints the figures. */
  List<Figures> measure(PrintStream out) throws SQLException, IOException {
    try (var target = Target.start("rules", stack)) {
      System.err.println("writing " + nodes + " nodes with inventories ...");
      try (var database = target.database()) {
        StoredNodes.write(database, nodes);
        storeInventories(database);
      }
      out.printf("dry run: %s, %d inventories, %d rules%n%n", stack, nodes, rules);
      out.printf(
          "%-6s %9s %12s %9s %13s %10s %14s %12s%n",
          "run",
          "seconds",
          "nodes/s",
          "MiB",
          "first line s",
          "API CPU s",
          "RSS before MiB",
          "RSS peak MiB");
      return List.of(measure(target, "first", out), measure(target, "second", out));
    }
  }

  private void storeInventories(Connection database) throws SQLException {
    var found = compressed(inventory);
    var data = compressed(pluginData);
    run(database, INSPECTIONS);
    run(database, DOCUMENTS, found, found, found);
    run(database, DOCUMENTS, data, data, data);
    run(database, RESULTS, found, data);
    run(database, "analyze");
  }

  private static void run(Connection database, String sql, byte[]... values) throws SQLException {
    try (var statement = database.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setBytes(i + 1, values[i]);
      }
      statement.execute();
    }
  }

  private static byte[] compressed(JsonNode json) {
    return CompressedJson.of(json.toString().getBytes(UTF_8)).bytes();
  }

  private Figures measure(Target target, String name, PrintStream out) throws IOException {
    var api = api(target);
    try (var memory = new PeakMemory(() -> api)) {
      var before = ProcessUse.of(api);
      var start = System.nanoTime();
      var answer = dryRun(target, start);
      var seconds = (System.nanoTime() - start) / 1e9;
      var figures =
          new Figures(
              name,
              seconds,
              nodes / seconds,
              answer.characters() / MIB,
              answer.firstLine(),
              ProcessUse.of(api).cpuSeconds() - before.cpuSeconds(),
              before.resident() / MIB,
              memory.peak() / MIB,
              answer.lines() == nodes + 1 && answer.last().contains("\"complete\":true"));
      figures.print(out);
      if (!figures.complete()) {
        System.err.printf("%d lines, the last one: %s%n", answer.lines(), answer.last());
      }
      return figures;
    }
  }

  /** The process of the API: the first one of the target. */
  private static List<ProcessHandle> api(Target target) {
    return target.processes().values().iterator().next();
  }

  private Summary dryRun(Target target, long start) throws IOException {
    var body = JSON.createObjectNode();
    body.set("rules", SampleRules.documents(rules));
    var request =
        HttpRequest.newBuilder(URI.create(target.api().address() + "/v1/inspection_rules/dry_run"))
            .header("Content-Type", "application/json")
            .header("X-OpenStack-Ironic-API-Version", ApiClient.NEWEST)
            .POST(BodyPublishers.ofString(body.toString()))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request, BodyHandlers.ofInputStream());
      try (var in = new BufferedReader(new InputStreamReader(answer.body(), UTF_8))) {
        return read(in, start);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in a dry run", e);
    }
  }

  private static Summary read(BufferedReader in, long start) throws IOException {
    int lines = 0;
    long characters = 0;
    double first = 0;
    var last = "";
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      first = lines == 0 ? (System.nanoTime() - start) / 1e9 : first;
      lines++;
      characters += line.length() + 1;
      last = line;
    }
    return new Summary(lines, characters, first, last);
  }
}
