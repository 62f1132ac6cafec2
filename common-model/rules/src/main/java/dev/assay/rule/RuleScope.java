package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.rule.data.ChangeLog;
import dev.assay.rule.data.EditableDocument;
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
 * The data that the rules of one inspection read and change, as JSON documents. Created for one
 * phase and used by one thread; concurrent changes of the stored data are not visible here. Source:
 * spec rules.md 3, 7.2.
 */
public final class RuleScope {
  private static final Logger LOG = Logger.getLogger(RuleScope.class);

  /** Replaced by blanks: data of a machine must not be able to start a new log line. */
  private static final Pattern CONTROL_CHARACTERS = Pattern.compile("\\p{Cntrl}+");

  /**
   * Maximum length of a log line in characters, and log lines per phase: data of a machine must not
   * fill the disk.
   */
  private static final int MAX_LINE_LENGTH = 4000;

  private static final int MAX_LINES = 50;

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
      Collection<ObjectNode> ports,
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

  /** For phase early, in which there is no node and there are no ports. */
  public static RuleScope early(JsonNode inventory, ObjectNode pluginData) {
    return new RuleScope(null, List.of(), List.of(), inventory, pluginData, new ChangeLog());
  }

  /**
   * For the other phases.
   *
   * @param changes the node, its ports and the plugin data; changed in place
   * @param portGroups in the order of their creation, by their API names; not changed
   * @param inventory as sent; not changed
   * @param changeLog shared by all phases of the inspection
   */
  public static RuleScope of(
      ChangeSet changes, List<ObjectNode> portGroups, JsonNode inventory, ChangeLog changeLog) {
    return new RuleScope(
        changes.node(),
        changes.portDocuments().values(),
        portGroups,
        inventory,
        changes.pluginData(),
        changeLog);
  }

  /** As above, with a new change log and no port groups. */
  public static RuleScope of(ChangeSet changes, JsonNode inventory) {
    return of(changes, List.of(), inventory, new ChangeLog());
  }

  /** Switches writing to the log off, for a dry run; returns this object. */
  public RuleScope silent() {
    silent = true;
    return this;
  }

  /**
   * The node.
   *
   * @throws IllegalArgumentException in phase early
   */
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

  /** A copy of the node's traits. */
  public SortedSet<String> traits() {
    var traits = new TreeSet<String>();
    node().unmasked().path("traits").forEach(trait -> traits.add(trait.asText()));
    return traits;
  }

  /** Replaces the node's traits, without validating them. */
  public void traits(Collection<String> traits) {
    var list = JsonNodeFactory.instance.arrayNode();
    traits.forEach(list::add);
    node().overwrite("traits", list);
  }

  /** Requests a call, to be made after the inspection is committed. */
  public void order(ApiCall call) {
    calls.add(call);
    changeLog.note(
        () -> "GET %s://%s ordered".formatted(call.url().getScheme(), call.url().getAuthority()));
  }

  /** The requested calls, in order. */
  public List<ApiCall> ordered() {
    return List.copyOf(calls);
  }

  /** Adds a warning for the rule's author to the trace. */
  public void warn(String sentence) {
    changeLog.warn(sentence);
  }

  /**
   * Writes one line to the log, shortened and without secrets. Writes nothing for a sensitive rule,
   * and only a limited number of lines per phase.
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
    if (lines < MAX_LINES) {
      var line = changeLog.secrets().hidden(message, MAX_LINE_LENGTH);
      LOG.log(level, CONTROL_CHARACTERS.matcher(line).replaceAll(" "));
    } else if (lines == MAX_LINES) {
      LOG.log(level, "and more");
    }
    lines = Math.min(lines, MAX_LINES) + 1;
  }

  /** Records for the trace what the rules change. */
  ChangeLog changeLog() {
    return changeLog;
  }

  /** Whether the rule that runs next is sensitive, so that its content must not be shown. */
  void sensitive(boolean now) {
    changeLog.sensitive(now);
  }

  /** The node's UUID; empty in phase early. */
  Optional<String> nodeUuid() {
    return Optional.ofNullable(node).map(it -> it.unmasked().path("uuid").asText());
  }

  /** The node's property {@code inspection_scope}; null when it is not set, or in phase early. */
  @Nullable String inspectionScope() {
    return node == null
        ? null
        : node.unmasked().path("properties").path("inspection_scope").textValue();
  }

  /** The variables for expressions in rules; with secrets masked if {@code masked}. */
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
    return wanted.equalsIgnoreCase(port.unmasked().path(field).textValue()); // null-safe
  }
}
