package dev.assay.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which events somebody wants: those that meet every condition. An empty set is no condition.
 *
 * @param nodes of these nodes
 * @param stages that reached one of these stages, lower case
 * @param causes of inspections with one of these causes
 * @param groups of nodes in these conductor groups; the empty text is the group of none
 * @param onlyErrors only failures
 */
public record EventFilter(
    Set<UUID> nodes,
    Set<String> stages,
    Set<String> causes,
    Set<String> groups,
    boolean onlyErrors) {
  /** Everything. */
  public static final EventFilter ALL =
      new EventFilter(Set.of(), Set.of(), Set.of(), Set.of(), false);

  private static final String ERROR = "error";

  public EventFilter {
    nodes = Set.copyOf(nodes);
    stages = Set.copyOf(stages);
    causes = Set.copyOf(causes);
    groups = Set.copyOf(groups);
  }

  /** Reads what {@link #json} wrote; members that are missing are no conditions. */
  public static EventFilter read(ObjectNode json) {
    return new EventFilter(
        texts(json.path("node")).stream().map(UUID::fromString).collect(Collectors.toSet()),
        texts(json.path("stage")),
        texts(json.path("cause")),
        texts(json.path("conductor_group")),
        json.path(ERROR).asBoolean());
  }

  private static Set<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
  }

  /** The conditions by the names of the query parameters, sorted; no conditions are left out. */
  public ObjectNode json() {
    var json = StoredJson.object();
    put(json, "node", nodes.stream().map(UUID::toString));
    put(json, "stage", stages.stream());
    put(json, "cause", causes.stream());
    put(json, "conductor_group", groups.stream());
    if (onlyErrors) {
      json.put(ERROR, true);
    }
    return json;
  }

  private static void put(ObjectNode json, String name, Stream<String> values) {
    var sorted = values.sorted().toList();
    if (!sorted.isEmpty()) {
      var list = json.putArray(name);
      sorted.forEach(list::add);
    }
  }

  /** True when every event is wanted. */
  public boolean isAll() {
    return this.equals(ALL);
  }

  /** True when the event is wanted. */
  public boolean matches(InspectionEvent event) {
    return (!onlyErrors || event.stage().equals(ERROR))
        && (nodes.isEmpty() || nodes.contains(event.node()))
        && (stages.isEmpty() || stages.contains(event.stage()))
        && (causes.isEmpty() || causes.contains(event.cause()))
        && (groups.isEmpty() || groups.contains(event.conductorGroup()));
  }
}
