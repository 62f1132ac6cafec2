package dev.assay.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.Fact;
import dev.assay.hook.KnownPort;
import dev.assay.id.MacAddress;
import dev.assay.port.PortAttributeTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node, its ports and the plugin data during one inspection, as JSON documents with the names of
 * the API. Hooks change them through {@link #step}, rules change the documents in place. Nothing is
 * stored before the end of the inspection; then the differences from the initial documents are
 * committed. Used by one thread at a time.
 */
public final class ChangeSet {
  private static final String PROPERTIES = "properties";

  private final ObjectNode node;
  private final ObjectNode nodeBefore;
  private final ObjectNode pluginData;
  private final Map<MacAddress, ObjectNode> ports = new LinkedHashMap<>();
  private final Map<MacAddress, ObjectNode> portsBefore = new LinkedHashMap<>();

  /** Deleted ports; a hook may find one of them again, which is then the same port. */
  private final Map<MacAddress, ObjectNode> deleted = new HashMap<>();

  private final Map<Class<? extends Fact>, Fact> facts = new HashMap<>();

  /**
   * Starts with the current data.
   *
   * @param node the node's fields; changed in place
   * @param ports all fields of each port, in the order of creation; changed in place
   * @param pluginData changed in place
   */
  public ChangeSet(ObjectNode node, Collection<ObjectNode> ports, ObjectNode pluginData) {
    this.node = node;
    this.nodeBefore = node.deepCopy();
    this.pluginData = pluginData;
    for (var port : ports) {
      var address = MacAddress.of(port.path("address").textValue());
      this.ports.put(address, port);
      portsBefore.put(address, port.deepCopy());
    }
  }

  /** For hooks alone, from the values that they see; copies all. */
  public static ChangeSet forHooks(
      ObjectNode properties, ObjectNode pluginData, Collection<KnownPort> ports) {
    return new ChangeSet(
        withProperties(properties),
        ports.stream().map(port -> found(port, null)).toList(),
        pluginData.deepCopy());
  }

  private static ObjectNode withProperties(ObjectNode properties) {
    return JsonNodeFactory.instance.objectNode().set(PROPERTIES, properties.deepCopy());
  }

  /** Returns the changes object for the next hook, or the next part of one. */
  public HookChanges step() {
    return new HookChanges(this);
  }

  /** The node, for rules. */
  public ObjectNode node() {
    return node;
  }

  /** The current ports by address, in the order of creation, for rules. */
  public Map<MacAddress, ObjectNode> portDocuments() {
    return ports;
  }

  /** All plugin data. */
  public ObjectNode pluginData() {
    return pluginData;
  }

  /** The node's properties. */
  public ObjectNode properties() {
    return (ObjectNode) node.path(PROPERTIES);
  }

  /** The current ports as hooks see them. */
  public List<KnownPort> ports() {
    return ports.entrySet().stream().map(port -> known(port.getKey(), port.getValue())).toList();
  }

  Optional<KnownPort> port(MacAddress address) {
    return Optional.ofNullable(ports.get(address)).map(port -> known(address, port));
  }

  /** Adds or changes a port. */
  void put(KnownPort port) {
    var address = port.address();
    var before = Optional.ofNullable(ports.get(address)).orElseGet(() -> deleted.remove(address));
    ports.put(
        address, before == null ? found(port, node.path("uuid").textValue()) : write(before, port));
  }

  /** Returns whether there was a port with this address. */
  boolean delete(MacAddress address) {
    var port = ports.remove(address);
    if (port != null) {
      deleted.put(address, port);
    }
    return port != null;
  }

  void put(Fact fact) {
    facts.put(fact.getClass(), fact);
  }

  Optional<Fact> fact(Class<? extends Fact> type) {
    return Optional.ofNullable(facts.get(type));
  }

  private static KnownPort known(MacAddress address, ObjectNode port) {
    return new KnownPort(
        address,
        port.path("pxe_enabled").booleanValue(),
        (ObjectNode) port.path("extra"),
        (ObjectNode) port.path("local_link_connection"),
        port.path("physical_network").textValue());
  }

  /** The document of a port that is not stored yet and therefore has neither UUID nor times. */
  private static ObjectNode found(KnownPort port, @Nullable String node) {
    var document = PortAttributeTable.TABLE.defaults();
    document.put("address", port.address().text());
    document.put("node_uuid", node);
    Stream.of("uuid", "created_at", "updated_at").forEach(document::putNull);
    return write(document, port);
  }

  private static ObjectNode write(ObjectNode document, KnownPort port) {
    document.put("pxe_enabled", port.pxeEnabled());
    document.set("extra", port.extra());
    document.set("local_link_connection", port.localLinkConnection());
    return document.put("physical_network", port.physicalNetwork());
  }

  /**
   * Returns {@code stored} with the changed properties applied; other properties stay, even if they
   * changed meanwhile.
   */
  public ObjectNode applyProperties(ObjectNode stored) {
    var result = stored.deepCopy();
    var now = properties();
    changedNames((ObjectNode) nodeBefore.path(PROPERTIES), now)
        .forEach(
            name -> {
              if (now.has(name)) {
                result.set(name, now.path(name).deepCopy());
              } else {
                result.remove(name);
              }
            });
    return result;
  }

  /** The changed fields of the node, with their current values. */
  public ObjectNode nodeChanges() {
    return changes(nodeBefore, node);
  }

  /** The ports to create, with all their fields. */
  public List<ObjectNode> addedPorts() {
    return ports.entrySet().stream()
        .filter(port -> !portsBefore.containsKey(port.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** The changed fields of each existing port that changed, with their current values. */
  public Map<MacAddress, ObjectNode> updatedPorts() {
    var updated = new LinkedHashMap<MacAddress, ObjectNode>();
    portsBefore.forEach(
        (address, before) -> {
          var port = ports.get(address);
          if (port != null && !port.equals(before)) {
            updated.put(address, changes(before, port));
          }
        });
    return updated;
  }

  /** The addresses of all ports that remain or are to be created. */
  public List<MacAddress> addresses() {
    return ports.values().stream()
        .map(port -> MacAddress.of(port.path("address").textValue()))
        .toList();
  }

  /** The ports to delete. */
  public Set<MacAddress> deletedPorts() {
    return portsBefore.keySet().stream()
        .filter(address -> !ports.containsKey(address))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static ObjectNode changes(ObjectNode before, ObjectNode after) {
    var changes = JsonNodeFactory.instance.objectNode();
    changedNames(before, after)
        .forEach(
            name -> changes.set(name, after.has(name) ? after.get(name) : NullNode.getInstance()));
    return changes;
  }

  private static Stream<String> changedNames(ObjectNode before, ObjectNode after) {
    return Stream.concat(before.propertyStream(), after.propertyStream())
        .map(Map.Entry::getKey)
        .distinct()
        .filter(name -> !before.path(name).equals(after.path(name)));
  }
}
