package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.InspectionFailure;
import dev.assay.rule.data.EditableDocument;
import dev.assay.rule.data.ChangeLog;
import dev.assay.rule.interpolation.Variables;
import dev.assay.secret.SecretKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of one inspection read and change: its data as JSON documents, which whoever made them
 * compares afterwards with what they were, and commits. Made for one phase, and used by one thread:
 * what others change in them meanwhile does not show. Source: spec rules.md 3, 7.2.
 */
public final class RuleScope {
  private static final Logger LOG = Logger.getLogger(RuleScope.class);

  /** A machine must not be able to write lines of its own. */
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}+");

  /** Characters of a line in the log, and lines of one phase: data must not fill the disk. */
  private static final int LINE = 4000;

  private static final int LINES = 50;

  private final ChangeLog changeLog;
  private final List<ApiCall> calls = new ArrayList<>();
  private final @Nullable EditableDocument node;
  private final List<EditableDocument> ports;
  private final ArrayNode maskedPorts = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode portGroups = JsonNodeFactory.instance.arrayNode();
  private final JsonNode inventory;
  private final JsonNode maskedInventory;
  private final EditableDocument pluginData;
  private boolean silent;
  private int lines;

  private RuleScope(
      @Nullable ObjectNode node,
      List<ObjectNode> ports,
      List<ObjectNode> portGroups,
      JsonNode inventory,
      ObjectNode pluginData,
      ChangeLog changeLog) {
    this.changeLog = changeLog;
    this.node = node == null ? null : EditableDocument.node(node, changeLog);
    this.ports = ports.stream().map(port -> EditableDocument.port(port, changeLog)).toList();
    this.ports.forEach(port -> maskedPorts.add(port.masked()));
    this.portGroups.addAll(portGroups);
    this.inventory = inventory;
    maskedInventory = changeLog.secrets().masked(inventory, SecretKeys.DATA);
    this.pluginData = EditableDocument.pluginData(pluginData, changeLog);
  }

  /** In phase early there is no node, and there are no ports. */
  public static RuleScope early(JsonNode inventory, ObjectNode pluginData) {
    return new RuleScope(null, List.of(), List.of(), inventory, pluginData, new ChangeLog());
  }

  /**
   * In the other phases.
   *
   * @param node the fields that rules may see, by their names on the wire; changed in place
   * @param ports in the order of their creation, by their names on the wire; changed in place
   * @param portGroups likewise; not changed
   * @param inventory as sent; not changed
   * @param pluginData changed in place
   * @param changeLog of all phases of the inspection
   */
  public static RuleScope of(
      ObjectNode node,
      List<ObjectNode> ports,
      List<ObjectNode> portGroups,
      JsonNode inventory,
      ObjectNode pluginData,
      ChangeLog changeLog) {
    return new RuleScope(node, ports, portGroups, inventory, pluginData, changeLog);
  }

  /** As above, when there is no other phase. */
  public static RuleScope of(
      ObjectNode node,
      List<ObjectNode> ports,
      List<ObjectNode> portGroups,
      JsonNode inventory,
      ObjectNode pluginData) {
    return of(node, ports, portGroups, inventory, pluginData, new ChangeLog());
  }

  /** The same, of which nothing is written to the log: for a dry run. */
  public RuleScope silent() {
    silent = true;
    return this;
  }

  /** The node; IllegalArgumentException in phase early. */
  public EditableDocument node() {
    if (node == null) {
      throw new IllegalArgumentException("there is no node in phase early");
    }
    return node;
  }

  /** The plugin data. */
  public EditableDocument pluginData() {
    return pluginData;
  }

  /**
   * The port of this node with that UUID or MAC address.
   *
   * @throws InspectionFailure when there is none
   */
  public EditableDocument port(String id) {
    var wanted = id.strip().toLowerCase(Locale.ROOT);
    return ports.stream()
        .filter(port -> is(port, "uuid", wanted) || is(port, "address", wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new InspectionFailure(
                    ErrorCode.RULE_ACTION_FAILED,
                    "Port %s could not be found.".formatted(changeLog.shown(id))));
  }

  /** The node's traits, a copy. */
  public SortedSet<String> traits() {
    var traits = new TreeSet<String>();
    node().unmasked().path("traits").forEach(trait -> traits.add(trait.asText()));
    return traits;
  }

  /** The node has these traits; they are not checked. */
  public void traits(Collection<String> traits) {
    var list = JsonNodeFactory.instance.arrayNode();
    traits.forEach(list::add);
    node().overwrite("traits", list);
  }

  /** Has a call made after the inspection is committed. */
  public void order(ApiCall call) {
    calls.add(call);
    changeLog.note(
        () -> "GET %s://%s ordered".formatted(call.url().getScheme(), call.url().getAuthority()));
  }

  /** The calls to make after the commit, in the order they were ordered. */
  public List<ApiCall> ordered() {
    return List.copyOf(calls);
  }

  /** Tells the rule's author, in the trace. */
  public void warn(String sentence) {
    changeLog.warn(sentence);
  }

  /**
   * Writes one line to the log, shortened and without secrets; nothing for a sensitive rule, and
   * not more than some lines a phase.
   */
  public void log(Logger.Level level, String message) {
    if (!changeLog.sensitive()) {
      if (!silent) {
        write(level, message);
      }
      changeLog.note(() -> "logged at %s: %s".formatted(level, changeLog.shown(message)));
    }
  }

  private void write(Logger.Level level, String message) {
    if (lines < LINES) {
      var line = changeLog.secrets().hidden(message, LINE);
      LOG.log(level, CONTROLS.matcher(line).replaceAll(" "));
    } else if (lines == LINES) {
      LOG.log(level, "and more");
    }
    lines = Math.min(lines, LINES) + 1;
  }

  /** Notes what the rules change, for people. */
  ChangeLog changeLog() {
    return changeLog;
  }

  /** Whether the rule that runs next must not be told about. */
  void sensitive(boolean now) {
    changeLog.sensitive(now);
  }

  /** The node's UUID; empty in phase early. */
  Optional<String> nodeUuid() {
    return Optional.ofNullable(node).map(it -> it.unmasked().path("uuid").asText());
  }

  /** Which rules are for the node; null when it does not say, or there is none. */
  @Nullable String inspectionScope() {
    return node == null
        ? null
        : node.unmasked().path("properties").path("inspection_scope").textValue();
  }

  /** What texts of rules can speak of; {@code masked} without secrets. */
  Variables variables(boolean masked) {
    return name ->
        switch (name) {
          case "node" -> node == null ? null : masked ? node.masked() : node.unmasked();
          case "ports" -> node == null ? null : maskedPorts;
          case "port_groups" -> node == null ? null : portGroups;
          case "inventory" -> masked ? maskedInventory : inventory;
          case "plugin_data" -> masked ? pluginData.masked() : pluginData.unmasked();
          default -> null;
        };
  }

  private static boolean is(EditableDocument port, String field, String wanted) {
    return wanted.equalsIgnoreCase(port.unmasked().path(field).textValue()); // null is no UUID
  }
}
