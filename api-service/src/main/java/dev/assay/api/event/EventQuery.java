package dev.assay.api.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.attribute.BooleanText;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.event.EventFilter;
import dev.assay.event.Place;
import dev.assay.id.UuidText;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Stage;
import dev.assay.node.Nodes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the query of {@code GET /v1/events}: conditions, each with one or more values, repeated or
 * separated by commas; and the place to begin. Source: spec api.md 9.15.
 */
public final class EventQuery {
  static final String NODE = "node";
  static final String STAGE = "stage";
  static final String CAUSE = "cause";
  static final String GROUP = "conductor_group";
  static final String ERROR = "error";
  static final String LAST_EVENT_ID = "last_event_id";
  static final String LIMIT = "limit";

  private static final Set<String> NAMES =
      new TreeSet<>(Set.of(NODE, STAGE, CAUSE, GROUP, ERROR, LAST_EVENT_ID, LIMIT));
  private static final Set<String> CONDITIONS =
      new TreeSet<>(Set.of(NODE, STAGE, CAUSE, GROUP, ERROR));
  private static final Set<String> STAGES = names(Arrays.stream(Stage.values()).map(Stage::wire));
  private static final Set<String> CAUSES =
      names(Arrays.stream(Inspection.Cause.values()).map(it -> it.name().toLowerCase(Locale.ROOT)));
  private static final int MAX_VALUES = 1000;

  private final Map<String, List<String>> given;

  /** INVALID_PARAMETER when there are other parameters than those of this path. */
  EventQuery(Map<String, List<String>> given) {
    var unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(NAMES);
    if (!unknown.isEmpty()) {
      throw invalid(
          "Unknown query parameters: %s. This path takes: %s."
              .formatted(shown(String.join(", ", unknown)), String.join(", ", NAMES)));
    }
    this.given = Map.copyOf(given);
  }

  /**
   * Reads the same conditions from an object, whose values are texts, lists of texts, and for error
   * a boolean; INVALID_PARAMETER when it has other members or values.
   */
  public static EventQuery ofConditions(ObjectNode json) {
    var given = new HashMap<String, List<String>>();
    for (var member : json.properties()) {
      if (!CONDITIONS.contains(member.getKey())) {
        throw invalid(
            "Unknown condition '%s'. Known are: %s."
                .formatted(shown(member.getKey()), String.join(", ", CONDITIONS)));
      }
      given.put(member.getKey(), texts(member.getKey(), member.getValue()));
    }
    return new EventQuery(given);
  }

  private static List<String> texts(String name, JsonNode value) {
    var values = value.isArray() ? value.valueStream().toList() : List.of(value);
    if (values.size() > MAX_VALUES
        || !values.stream().allMatch(it -> it.isTextual() || it.isBoolean())) {
      throw invalid(
          "The condition %s must be a text, or a list of at most %d texts."
              .formatted(name, MAX_VALUES));
    }
    return values.stream().map(JsonNode::asText).toList();
  }

  /**
   * The conditions. NOT_FOUND when no node has a name that is given; a UUID may be that of a node
   * that is deleted. Needs a transaction when there are names.
   */
  public EventFilter filter(Nodes nodes) {
    return new EventFilter(
        values(NODE).stream().map(ident -> node(ident, nodes)).collect(Collectors.toSet()),
        known(STAGE, STAGES),
        known(CAUSE, CAUSES),
        given.containsKey(GROUP) ? groups() : Set.of(),
        flag(ERROR));
  }

  /** Where to go on, by the header {@code Last-Event-ID}, else by the query; empty for neither. */
  Optional<Place> last(Optional<String> header) {
    return header
        .filter(text -> !text.isBlank())
        .or(() -> Optional.ofNullable(last(LAST_EVENT_ID)).filter(text -> !text.isEmpty()))
        .map(
            text ->
                Place.parse(text.strip())
                    .orElseThrow(
                        () ->
                            invalid(
                                "'%s' is not the id of an event; leave it out to begin with new events."
                                    .formatted(shown(text)))));
  }

  /** How many events a page may have, 1 to {@code most}. */
  int limit(int most) {
    var text = last(LIMIT);
    if (text == null) {
      return most;
    }
    try {
      var limit = Integer.parseInt(text.strip());
      if (limit > 0) {
        return Math.min(limit, most);
      }
    } catch (NumberFormatException _) {
      // refused below
    }
    throw invalid("Expected a positive integer for limit but received %s.".formatted(shown(text)));
  }

  private static UUID node(String ident, Nodes nodes) {
    return UuidText.parse(ident)
        .or(() -> nodes.idOf(ident).map(id -> id.uuid()))
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(shown(ident))));
  }

  private Set<String> known(String name, Set<String> known) {
    var values = values(name);
    values.stream()
        .filter(value -> !known.contains(value))
        .findFirst()
        .ifPresent(
            value -> {
              throw invalid(
                  "Unknown %s '%s'. Known are: %s."
                      .formatted(name, shown(value), String.join(", ", new TreeSet<>(known))));
            });
    return Set.copyOf(values);
  }

  /** An empty value is the group of the nodes that are in none. */
  private Set<String> groups() {
    return split(GROUP).map(text -> text.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  private boolean flag(String name) {
    var text = last(name);
    return text != null
        && BooleanText.parse(text)
            .orElseThrow(
                () ->
                    invalid(
                        "Expected a boolean for %s but received %s.".formatted(name, shown(text))));
  }

  private List<String> values(String name) {
    var values = split(name).filter(value -> !value.isEmpty()).distinct().toList();
    if (values.size() > MAX_VALUES) {
      throw invalid(
          "At most %d values of %s may be given; leave the condition out to get all events."
              .formatted(MAX_VALUES, name));
    }
    return values;
  }

  private Stream<String> split(String name) {
    return given.getOrDefault(name, List.of()).stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip);
  }

  private @Nullable String last(String name) {
    var values = given.getOrDefault(name, List.of());
    return values.isEmpty() ? null : values.getLast();
  }

  private static Set<String> names(Stream<String> names) {
    return names.collect(Collectors.toUnmodifiableSet());
  }

  private static String shown(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "...";
  }

  private static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }
}
