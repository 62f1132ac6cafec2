package dev.assay.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.port.MacAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the hooks of one inspection change, as values; nothing is stored before all of them are
 * through. Reading sees what earlier hooks changed. Used by one thread.
 */
public final class Changes {
  private final ObjectNode properties;
  private final ObjectNode pluginData;
  private final Map<MacAddress, KnownPort> ports = new LinkedHashMap<>();
  private final Set<String> changedProperties = new LinkedHashSet<>();
  private final Set<MacAddress> added = new LinkedHashSet<>();
  private final Set<MacAddress> updated = new LinkedHashSet<>();
  private final Set<MacAddress> deleted = new LinkedHashSet<>();
  private final Map<Class<? extends Fact>, Fact> facts = new HashMap<>();
  private final List<String> said = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /** Starts from the node as it is; copies what it is given. */
  public Changes(ObjectNode properties, ObjectNode pluginData, Collection<KnownPort> ports) {
    this.properties = properties.deepCopy();
    this.pluginData = pluginData.deepCopy();
    ports.forEach(port -> this.ports.put(port.address(), port));
  }

  /** Leaves a fact for later hooks; a second one of the same type replaces the first. */
  public void fact(Fact fact) {
    facts.put(fact.getClass(), fact);
  }

  /** The fact that a hook named in {@link InspectionHook#after} left. */
  public <F extends Fact> F need(Class<F> type) {
    var fact = facts.get(type);
    if (fact == null) {
      throw new IllegalStateException(
          "no earlier hook left the fact %s: name it in after()".formatted(type.getSimpleName()));
    }
    return type.cast(fact);
  }

  /** A property of the node, a copy; missing when it has none of that name. */
  public JsonNode property(String name) {
    return copy(properties, name);
  }

  /** Sets a property of the node. */
  public void property(String name, JsonNode value) {
    if (!value.equals(properties.get(name))) {
      properties.set(name, value.deepCopy());
      changedProperties.add(name);
      said.add("property %s set to %s".formatted(name, shortened(value)));
    }
  }

  /** A member of the plugin data, a copy; missing when there is none of that name. */
  public JsonNode pluginData(String key) {
    return copy(pluginData, key);
  }

  /** Sets a member of the plugin data. */
  public void pluginData(String key, JsonNode value) {
    pluginData.set(key, value.deepCopy());
    said.add("plugin data %s set".formatted(key));
  }

  /** Removes a member of the plugin data; without effect when there is none. */
  public void removePluginData(String key) {
    if (pluginData.remove(key) != null) {
      said.add("plugin data %s removed".formatted(key));
    }
  }

  /** The node's ports, in the order of their creation. */
  public List<KnownPort> ports() {
    return List.copyOf(ports.values());
  }

  /** Adds a port; false, and nothing changed, when the node has one with this address. */
  public boolean addPort(KnownPort port) {
    if (ports.putIfAbsent(port.address(), port) != null) {
      return false;
    }
    if (!deleted.remove(port.address())) {
      added.add(port.address());
    }
    said.add("port %s added".formatted(port.address()));
    return true;
  }

  /** Changes the port with the same address. */
  public void updatePort(KnownPort port) {
    if (!ports.containsKey(port.address())) {
      throw new IllegalArgumentException("the node has no port " + port.address());
    }
    if (!port.equals(ports.put(port.address(), port))) {
      updated.add(port.address());
      said.add("port %s: pxe_enabled %s".formatted(port.address(), port.pxeEnabled()));
    }
  }

  /** Deletes the port; without effect when there is none. */
  public void deletePort(MacAddress address) {
    if (ports.remove(address) != null) {
      updated.remove(address);
      if (!added.remove(address)) {
        deleted.add(address);
      }
      said.add("port %s deleted".formatted(address));
    }
  }

  /** Tells the operator of something odd that is no failure. */
  public void warn(String sentence) {
    warnings.add(sentence);
  }

  /** {@code stored} with the changed properties in it; what else changed meanwhile stays. */
  public ObjectNode applyProperties(ObjectNode stored) {
    var result = stored.deepCopy();
    changedProperties.forEach(name -> result.set(name, properties.get(name).deepCopy()));
    return result;
  }

  /** All properties as the hooks leave them. */
  public ObjectNode properties() {
    return properties.deepCopy();
  }

  /** All plugin data as the hooks leave them. */
  public ObjectNode pluginData() {
    return pluginData.deepCopy();
  }

  /** The ports to create. */
  public List<KnownPort> addedPorts() {
    return added.stream().map(ports::get).toList();
  }

  /** The existing ports to change. */
  public List<KnownPort> updatedPorts() {
    return updated.stream().filter(mac -> !added.contains(mac)).map(ports::get).toList();
  }

  /** The ports to delete. */
  public Set<MacAddress> deletedPorts() {
    return Set.copyOf(deleted);
  }

  /** What was changed since the last call, a sentence each. */
  public List<String> takeSaid() {
    return take(said);
  }

  /** What was warned of since the last call. */
  public List<String> takeWarnings() {
    return take(warnings);
  }

  private static List<String> take(List<String> from) {
    var taken = List.copyOf(from);
    from.clear();
    return taken;
  }

  private static JsonNode copy(ObjectNode from, String key) {
    var value = from.get(key);
    return value == null ? MissingNode.getInstance() : value.deepCopy();
  }

  private static String shortened(JsonNode value) {
    var text = value.toString();
    return text.length() <= 80 ? text : text.substring(0, 77) + "...";
  }
}
