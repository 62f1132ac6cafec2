package dev.assay.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.rule.ApiCall;
import dev.assay.rule.EditableDocument;
import dev.assay.rule.Path;
import dev.assay.rule.RuleScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps in memory what actions change, for their tests. The same object may be passed to several
 * actions, one after the other. Unlike the service it accepts every field, and values of any size.
 */
public final class RecordedScope implements RuleScope {
  private static final Path TRAITS = Path.parse("traits");

  private final @Nullable RecordedDocument node;
  private final List<RecordedDocument> ports;
  private final RecordedDocument pluginData;
  private final List<ApiCall> calls = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> log = new ArrayList<>();

  private RecordedScope(@Nullable ObjectNode node, List<ObjectNode> ports, ObjectNode pluginData) {
    this.node = node == null ? null : new RecordedDocument(node, warnings::add);
    this.ports = ports.stream().map(port -> new RecordedDocument(port, warnings::add)).toList();
    this.pluginData = new RecordedDocument(pluginData, warnings::add);
  }

  /** Copies of a node, its ports and the plugin data, with the field names of the API. */
  public static RecordedScope of(ObjectNode node, List<ObjectNode> ports, ObjectNode pluginData) {
    return new RecordedScope(node, ports, pluginData);
  }

  /** For phase early, in which there is no node and there are no ports. */
  public static RecordedScope early(ObjectNode pluginData) {
    return new RecordedScope(null, List.of(), pluginData);
  }

  @Override
  public EditableDocument node() {
    if (node == null) {
      throw new IllegalArgumentException("there is no node in phase early");
    }
    return node;
  }

  @Override
  public EditableDocument pluginData() {
    return pluginData;
  }

  @Override
  public EditableDocument port(String id) {
    return ports.stream()
        .filter(port -> is(port, "uuid", id) || is(port, "address", id))
        .findFirst()
        .orElseThrow(
            () ->
                new InspectionFailure(
                    ErrorCode.RULE_ACTION_FAILED, "Port %s could not be found.".formatted(id)));
  }

  private static boolean is(RecordedDocument port, String field, String wanted) {
    return wanted.strip().equalsIgnoreCase(port.document().path(field).textValue()); // null-safe
  }

  @Override
  public SortedSet<String> traits() {
    var traits = new TreeSet<String>();
    node().get(TRAITS).forEach(trait -> traits.add(trait.asText()));
    return traits;
  }

  @Override
  public void traits(Collection<String> traits) {
    var list = pluginData.document().arrayNode();
    traits.forEach(list::add);
    node().set(TRAITS, list);
  }

  @Override
  public void order(ApiCall call) {
    calls.add(call);
  }

  @Override
  public void warn(String sentence) {
    warnings.add(sentence);
  }

  @Override
  public void log(Level level, String message) {
    log.add(level + " " + message);
  }

  /** The requested calls, in order. */
  public List<ApiCall> calls() {
    return List.copyOf(calls);
  }

  /** The warnings, in order. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** The lines of the log, in order, each with its level in front. */
  public List<String> log() {
    return List.copyOf(log);
  }

  /** Copies of everything, to be compared. */
  List<Object> state() {
    return List.of(
        documents().<JsonNode>map(ObjectNode::deepCopy).toList(), calls(), warnings(), log());
  }

  private Stream<ObjectNode> documents() {
    return Stream.concat(
            Stream.of(pluginData), Stream.concat(Stream.ofNullable(node), ports.stream()))
        .map(RecordedDocument::document);
  }
}
