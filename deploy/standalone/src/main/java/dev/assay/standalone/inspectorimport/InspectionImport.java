package dev.assay.standalone.inspectorimport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.id.UuidText;
import dev.assay.standalone.client.Api;
import dev.assay.storedjson.StoredJson;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes over the last introspection of each node with its data, as an inspection that has ended. No
 * hook and no rule runs. Source: spec api.md 9.18.
 */
final class InspectionImport {
  /** Of those that have ended; a node that is processed again keeps the end of the time before. */
  private static final Set<String> ENDED = Set.of("finished", "error");

  /** The errors of those whose machine sent nothing. */
  private static final Set<String> WITHOUT_DATA =
      Set.of("Introspection timeout", "Canceled by operator");

  private final Api api;
  private final boolean dryRun;
  private final boolean inSwift;
  private final String withoutData;
  private final Report report = new Report("Introspections");

  /**
   * @param store the option {@code [processing]store_data}, which tells where data are that are not
   *     in the database
   */
  InspectionImport(Api api, boolean dryRun, String store) {
    this.api = api;
    this.dryRun = dryRun;
    this.inSwift = store.equals("swift");
    this.withoutData =
        inSwift
            ? "its data are in Swift, which is not read; to import them, have them stored in the"
                + " database: ironic-inspector-migrate-data --from swift --to database"
            : "its data are not in the database (ironic-inspector did not store them); inspect the"
                + " node with Assay";
  }

  /** The data of one node, as far as they were read. */
  private record Data(Optional<String> processed, Optional<String> unprocessed) {
    private static final Data NONE = new Data(Optional.empty(), Optional.empty());

    private Data with(StoredData more) {
      return more.processed()
          ? new Data(Optional.of(more.json()), unprocessed)
          : new Data(processed, Optional.of(more.json()));
    }
  }

  /** Takes over what {@code database} has; the data of one node are in memory at a time. */
  Report run(InspectorDatabase database) throws SQLException {
    var nodes =
        database.nodes().stream()
            .collect(Collectors.toMap(InspectorNode::uuid, Function.identity()));
    var left = new HashMap<>(nodes);
    var reader = new OneNode(left);
    database.data(reader::next);
    reader.end();
    left.values().stream()
        .sorted((one, other) -> one.uuid().compareTo(other.uuid()))
        .forEach(node -> take(node, Data.NONE));
    return report;
  }

  /** Puts the rows of one node together, which come one after the other. */
  private final class OneNode {
    private final Map<String, InspectorNode> left;
    private @Nullable String uuid;
    private Data data = Data.NONE;

    private OneNode(Map<String, InspectorNode> left) {
      this.left = left;
    }

    private void next(StoredData row) {
      if (!row.uuid().equals(uuid)) {
        end();
        uuid = row.uuid();
      }
      data = data.with(row);
    }

    private void end() {
      if (uuid != null) {
        var node = left.remove(uuid);
        if (node == null) {
          report.leftOut(uuid, "there are data of it, but no introspection");
        } else {
          take(node, data);
        }
      }
      data = Data.NONE;
    }
  }

  private void take(InspectorNode node, Data data) {
    if (UuidText.parse(node.uuid()).isEmpty()) {
      report.leftOut(node.uuid(), "it has no valid UUID");
    } else if (node.finishedAt().isEmpty() || !ENDED.contains(node.state().orElse("finished"))) {
      report.leftOut(
          node.uuid(),
          "ironic-inspector still works on it (state %s); wait until it ends, or abort it, and import again"
              .formatted(node.state().orElse("unknown")));
    } else if (lacksData(node, data)) {
      report.leftOut(node.uuid(), withoutData);
    } else {
      send(node, node.finishedAt().get(), data);
    }
  }

  /** A failed one may have sent data, which could not be added to it later. */
  private boolean lacksData(InspectorNode node, Data data) {
    return node.error()
        .map(error -> inSwift && data.equals(Data.NONE) && !WITHOUT_DATA.contains(error))
        .orElseGet(() -> data.processed().isEmpty());
  }

  private void send(InspectorNode node, Instant finishedAt, Data data) {
    var started = node.startedAt().orElse(finishedAt);
    var key = "ironic-inspector %s %s %s".formatted(node.uuid(), started, finishedAt);
    var path =
        "/v1/nodes/%s/inspections/%s?dry_run=%s"
            .formatted(node.uuid(), UUID.nameUUIDFromBytes(key.getBytes(UTF_8)), dryRun);
    var answer = api.offer("PUT", path, body(node, started, finishedAt, data));
    if (answer.is(404)) {
      report.leftOut(
          node.uuid(), "there is no such node in Assay; enrol it with this UUID and import again");
    } else if (!answer.is(200) && !answer.is(201)) {
      report.refused(node.uuid(), answer);
    } else if (answer.body().path("outcome").asText().equals("unchanged")) {
      report.unchanged();
    } else {
      report.taken();
    }
  }

  /** The data go into the body as they are: they are JSON, and are stored byte for byte. */
  private static byte[] body(InspectorNode node, Instant started, Instant finished, Data data) {
    var members = StoredJson.object().put("started_at", started.toString());
    members.put("finished_at", finished.toString());
    node.error().ifPresent(error -> members.put("error", error));
    var json = new StringBuilder(members.toString());
    data.processed().ifPresent(value -> insert(json, "data", value));
    data.unprocessed().ifPresent(value -> insert(json, "unprocessed", value));
    return json.toString().getBytes(UTF_8);
  }

  private static void insert(StringBuilder json, String name, String value) {
    json.insert(json.length() - 1, ",\"%s\":".formatted(name) + value);
  }
}
