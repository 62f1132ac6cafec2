package dev.assay.hook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.port.MacAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Collects the changes of all hooks of one inspection until they are committed. Each hook gets its
 * own {@link HookChanges} of it. Used by one thread at a time.
 */
public final class ChangeSet {
  final ObjectNode properties;
  final ObjectNode pluginData;
  final Map<MacAddress, KnownPort> ports = new LinkedHashMap<>();
  final Map<Class<? extends Fact>, Fact> facts = new HashMap<>();
  final Set<String> changedProperties = new LinkedHashSet<>();
  final Set<MacAddress> added = new LinkedHashSet<>();
  final Set<MacAddress> updated = new LinkedHashSet<>();
  final Set<MacAddress> deleted = new LinkedHashSet<>();

  /** Starts with the current data of the node; copies the arguments. */
  public ChangeSet(ObjectNode properties, ObjectNode pluginData, Collection<KnownPort> ports) {
    this.properties = properties.deepCopy();
    this.pluginData = pluginData.deepCopy();
    ports.forEach(port -> this.ports.put(port.address(), port));
  }

  /** Returns the changes object for the next hook, or the next part of one. */
  public HookChanges step() {
    return new HookChanges(this);
  }

  /**
   * Returns {@code stored} with the changed properties applied; other properties stay, even if they
   * changed meanwhile.
   */
  public ObjectNode applyProperties(ObjectNode stored) {
    var result = stored.deepCopy();
    for (var name : changedProperties) {
      var value = properties.get(name);
      if (value == null) {
        result.remove(name);
      } else {
        result.set(name, value.deepCopy());
      }
    }
    return result;
  }

  /**
   * Replaces the data by what rules made of it between the hooks; rules neither create nor delete
   * ports.
   *
   * @param properties all of them
   * @param pluginData all of them
   * @param ports all of them, with addresses that this change set already has
   */
  public void takeOver(ObjectNode properties, ObjectNode pluginData, Collection<KnownPort> ports) {
    Stream.concat(this.properties.propertyStream(), properties.propertyStream())
        .map(Map.Entry::getKey)
        .filter(name -> !properties.path(name).equals(this.properties.path(name)))
        .forEach(changedProperties::add);
    replace(this.properties, properties);
    replace(this.pluginData, pluginData);
    for (var port : ports) {
      if (!port.equals(this.ports.put(port.address(), port))) {
        updated.add(port.address());
      }
    }
  }

  private static void replace(ObjectNode all, ObjectNode by) {
    var copy = by.deepCopy();
    all.removeAll();
    all.setAll(copy);
  }

  /** All properties with the hooks' changes. */
  public ObjectNode properties() {
    return properties.deepCopy();
  }

  /** All plugin data with the hooks' changes. */
  public ObjectNode pluginData() {
    return pluginData.deepCopy();
  }

  /** All ports with the hooks' changes. */
  public List<KnownPort> ports() {
    return List.copyOf(ports.values());
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
}
