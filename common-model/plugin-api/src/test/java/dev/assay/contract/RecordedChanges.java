package dev.assay.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.Changes;
import dev.assay.hook.Fact;
import dev.assay.hook.KnownPort;
import dev.assay.id.MacAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Keeps in memory what hooks change, for their tests. The same object may be passed to several
 * hooks, one after the other. Unlike the service it accepts values that the database cannot store.
 */
public final class RecordedChanges implements Changes {
  private static final String CAPABILITIES = "capabilities";

  private final ObjectNode properties;
  private final ObjectNode pluginData = JsonNodeFactory.instance.objectNode();
  private final Map<MacAddress, KnownPort> ports = new LinkedHashMap<>();
  private final Map<Class<? extends Fact>, Fact> facts = new HashMap<>();
  private final List<String> warnings = new ArrayList<>();

  /** A node without properties, ports and plugin data. */
  public RecordedChanges() {
    this(JsonNodeFactory.instance.objectNode());
  }

  /** A node with these properties, which are copied. */
  public RecordedChanges(ObjectNode properties) {
    this.properties = properties.deepCopy();
  }

  /** A copy of the node's properties. */
  public ObjectNode properties() {
    return properties.deepCopy();
  }

  /** A copy of all plugin data. */
  public ObjectNode pluginData() {
    return pluginData.deepCopy();
  }

  /** The warnings, in order. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public void fact(Fact fact) {
    facts.put(fact.getClass(), fact);
  }

  @Override
  public <F extends Fact> F need(Class<F> type) {
    var fact = facts.get(type);
    if (fact == null) {
      throw new IllegalStateException("no fact " + type.getSimpleName());
    }
    return type.cast(fact);
  }

  @Override
  public JsonNode property(String name) {
    return copy(properties, name);
  }

  @Override
  public void property(String name, JsonNode value) {
    properties.set(name, value.deepCopy());
  }

  @Override
  public void capability(String name, String value) {
    if (name.isEmpty() || name.matches("(?s).*[:,].*") || value.contains(",")) {
      throw new IllegalArgumentException(
          "capability \"%s\" cannot be \"%s\"".formatted(name, value));
    }
    var all = capabilities();
    all.put(name, value);
    properties.put(
        CAPABILITIES,
        all.entrySet().stream()
            .map(entry -> entry.getKey() + ":" + entry.getValue())
            .collect(Collectors.joining(",")));
  }

  private Map<String, String> capabilities() {
    var all = new LinkedHashMap<String, String>();
    var stored = properties.path(CAPABILITIES);
    if (!stored.isTextual() && !stored.isNull() && !stored.isMissingNode()) {
      throw new InspectionFailure(
          ErrorCode.INVALID_CAPABILITIES, "Invalid capabilities string '%s'.".formatted(stored));
    }
    var text = stored.asText("");
    for (var item : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      var colon = item.indexOf(':');
      if (colon < 0) {
        throw new InspectionFailure(
            ErrorCode.INVALID_CAPABILITIES, "Invalid capabilities string '%s'.".formatted(text));
      }
      all.put(item.substring(0, colon), item.substring(colon + 1));
    }
    return all;
  }

  @Override
  public JsonNode pluginData(String key) {
    return copy(pluginData, key);
  }

  @Override
  public void pluginData(String key, JsonNode value) {
    pluginData.set(key, value.deepCopy());
  }

  @Override
  public void removePluginData(String key) {
    pluginData.remove(key);
  }

  @Override
  public List<KnownPort> ports() {
    return List.copyOf(ports.values());
  }

  @Override
  public boolean addPort(KnownPort port) {
    return ports.putIfAbsent(port.address(), port) == null;
  }

  @Override
  public void updatePort(KnownPort port) {
    if (ports.replace(port.address(), port) == null) {
      throw new IllegalArgumentException("the node has no port " + port.address());
    }
  }

  @Override
  public void deletePort(MacAddress address) {
    ports.remove(address);
  }

  @Override
  public void warn(String sentence) {
    warnings.add(sentence);
  }

  private static JsonNode copy(ObjectNode from, String name) {
    var value = from.get(name);
    return value == null ? MissingNode.getInstance() : value.deepCopy();
  }
}
