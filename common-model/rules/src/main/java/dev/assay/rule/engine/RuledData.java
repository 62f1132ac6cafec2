package dev.assay.rule.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.rule.ApiCall;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.ChangeLog;
import dev.assay.rule.data.RuledDocument;
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
public final class RuledData implements RuleScope {
  private static final Logger LOG = Logger.getLogger(RuledData.class);

  /** Replaced by blanks: data of a machine must not be able to start a new log line. */
  private static final Pattern CONTROL_CHARACTERS = Pattern.compile("\\p{Cntrl}+");

  /**
   * Maximum length of a log line in characters, and log lines per phase: data of a machine must not
   * fill the disk.
   */
  private static final int MAX_LINE_LENGTH = 4000;

  private static final int MAX_LINES = 50;

  /** Calls per phase: data of a machine must not decide how many calls are made. */
  private static final int MAX_CALLS = 20;

  private final ChangeLog changeLog;
  private final List<ApiCall> calls = new ArrayList<>();
  private final @Nullable RuledDocument node;
  private final List<RuledDocument> ports;
  private final ArrayNode maskedPorts = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode portGroups = JsonNodeFactory.instance.arrayNode();
  private final JsonNode inventory;
  private final JsonNode maskedInventory;
  private final RuledDocument pluginData;
  private boolean silent;
  private int lines;

  private RuledData(
      @Nullable ObjectNode node,
      Collection<ObjectNode> ports,
      List<ObjectNode> portGroups,
      JsonNode inventory,
      ObjectNode pluginData,
      ChangeLog changeLog) {
    this.changeLog = changeLog;
    this.node = node == null ? null : RuledDocument.node(node, changeLog);
    this.ports = ports.stream().map(port -> RuledDocument.port(port, changeLog)).toList();
    this.ports.forEach(port -> maskedPorts.add(port.masked()));
    this.portGroups.addAll(portGroups);
    this.inventory = inventory;
    maskedInventory = changeLog.secrets().masked(inventory, SecretKeys.DATA);
    this.pluginData = RuledDocument.pluginData(pluginData, changeLog);
  }

  /** For phase early, in which there is no node and there are no ports. */
  public static RuledData early(JsonNode inventory, ObjectNode pluginData) {
    return new RuledData(null, List.of(), List.of(), inventory, pluginData, new ChangeLog());
  }

  /**
   * For the other phases.
   *
   * @param changes the node, its ports and the plugin data; changed in place
   * @param portGroups in the order of their creation, by their API names; not changed
   * @param inventory as sent; not changed
   * @param changeLog shared by all phases of the inspection
   */
  public static RuledData of(
      ChangeSet changes, List<ObjectNode> portGroups, JsonNode inventory, ChangeLog changeLog) {
    return new RuledData(
        changes.node(),
        changes.portDocuments().values(),
        portGroups,
        inventory,
        changes.pluginData(),
        changeLog);
  }

  /** As above, with a new change log and no port groups. */
  public static RuledData of(ChangeSet changes, JsonNode inventory) {
    return of(changes, List.of(), inventory, new ChangeLog());
  }

  /** Switches writing to the log off, for a dry run; returns this object. */
  public RuledData silent() {
    silent = true;
    return this;
  }

  @Override
  public RuledDocument node() {
    if (node == null) {
      throw new IllegalArgumentException("there is no node in phase early");
    }
    return node;
  }

  @Override
  public RuledDocument pluginData() {
    return pluginData;
  }

  @Override
  public RuledDocument port(String id) {
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

  @Override
  public SortedSet<String> traits() {
    var traits = new TreeSet<String>();
    node().unmasked().path("traits").forEach(trait -> traits.add(trait.asText()));
    return traits;
  }

  @Override
  public void traits(Collection<String> traits) {
    var list = JsonNodeFactory.instance.arrayNode();
    traits.forEach(list::add);
    node().overwrite("traits", list);
  }

  @Override
  public void order(ApiCall call) {
    if (calls.size() >= MAX_CALLS) {
      throw new IllegalArgumentException(
          "Invalid parameter: rules order at most %d calls in one phase".formatted(MAX_CALLS));
    }
    calls.add(call);
    changeLog.note(() -> "GET %s ordered".formatted(call.origin()));
  }

  /** The requested calls, in order. */
  public List<ApiCall> ordered() {
    return List.copyOf(calls);
  }

  @Override
  public void warn(String sentence) {
    changeLog.warn(sentence);
  }

  @Override
  public void log(Level level, String message) {
    if (!changeLog.sensitive()) {
      if (!silent) {
        write(level, message);
      }
      changeLog.note(() -> "logged at %s: %s".formatted(level, changeLog.shown(message)));
    }
  }

  private void write(Level level, String message) {
    if (lines < MAX_LINES) {
      var line = changeLog.secrets().hidden(message, MAX_LINE_LENGTH);
      LOG.log(of(level), CONTROL_CHARACTERS.matcher(line).replaceAll(" "));
    } else if (lines == MAX_LINES) {
      LOG.log(of(level), "and more");
    }
    lines = Math.min(lines, MAX_LINES) + 1;
  }

  private static Logger.Level of(Level level) {
    return switch (level) {
      case DEBUG -> Logger.Level.DEBUG;
      case INFO -> Logger.Level.INFO;
      case WARN -> Logger.Level.WARN;
      case ERROR -> Logger.Level.ERROR;
      case FATAL -> Logger.Level.FATAL;
    };
  }

  /** Records for the trace what the rules change. */
  public ChangeLog changeLog() {
    return changeLog;
  }

  /** Whether the rule that runs next is sensitive, so that its content must not be shown. */
  void sensitive(boolean now) {
    changeLog.sensitive(now);
  }

  /** The node's UUID; empty in phase early. */
  public Optional<String> nodeUuid() {
    return Optional.ofNullable(node).map(it -> it.unmasked().path("uuid").asText());
  }

  /** The node's property {@code inspection_scope}; null when it is not set, or in phase early. */
  public @Nullable String inspectionScope() {
    return node == null
        ? null
        : node.unmasked().path("properties").path("inspection_scope").textValue();
  }

  /** A copy of data of the machine with secrets masked, which from now on counts as such. */
  public JsonNode masked(JsonNode data) {
    return changeLog.secrets().masked(data, SecretKeys.DATA);
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

  private static boolean is(RuledDocument port, String field, String wanted) {
    return wanted.equalsIgnoreCase(port.unmasked().path(field).textValue()); // null-safe
  }
}
