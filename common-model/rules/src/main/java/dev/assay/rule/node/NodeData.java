package dev.assay.rule.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.KnownPort;
import dev.assay.node.Node;
import dev.assay.port.MacAddress;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.portgroup.PortGroup;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.ChangeLog;
import dev.assay.storedjson.StoredJson;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A node with its ports and port groups, in the form in which the rules of one inspection read and
 * change them. Used by one thread at a time.
 */
public final class NodeData {
  private final UUID uuid;
  private final ObjectNode nodeBefore;
  private final ObjectNode node;
  private final ChangeLog changeLog = new ChangeLog();
  private final Map<MacAddress, ObjectNode> portsBefore = new LinkedHashMap<>();

  /** All ports seen so far, including removed ones: hooks of a later phase may find them again. */
  private final Map<MacAddress, ObjectNode> portsMet = new LinkedHashMap<>();

  private final Map<MacAddress, ObjectNode> ports = new LinkedHashMap<>();
  private final List<ObjectNode> groups;

  private NodeData(Node node, List<Port> ports, List<PortGroup> groups) {
    uuid = node.uuid().uuid();
    nodeBefore = RuleDocuments.of(node);
    this.node = nodeBefore.deepCopy();
    ports.forEach(port -> add(port.address(), RuleDocuments.of(port, uuid)));
    this.groups = groups.stream().map(group -> RuleDocuments.of(group, uuid)).toList();
  }

  /**
   * The data as stored; {@code ports} and {@code groups} are those of the node, in order of
   * creation.
   */
  public static NodeData of(Node node, List<Port> ports, List<PortGroup> groups) {
    return new NodeData(node, ports, groups);
  }

  /**
   * The scope for the rules of one phase, which change this object and {@code pluginData} in place.
   * All phases share one change log.
   */
  public RuleScope scope(JsonNode inventory, ObjectNode pluginData) {
    return RuleScope.of(
        node, List.copyOf(ports.values()), groups, inventory, pluginData, changeLog);
  }

  /**
   * {@code {"node": {...}, "ports": {ADDRESS: {...}}}}. Contains the live documents, which must not
   * be changed; members may be added to the returned object.
   */
  public ObjectNode document() {
    var all = StoredJson.object();
    all.set("node", node);
    var byAddress = all.putObject("ports");
    ports.forEach((address, document) -> byAddress.set(address.text(), document));
    return all;
  }

  /**
   * Takes over the properties and ports as hooks left them; fields that only rules change keep
   * their values.
   */
  public void takeOver(ObjectNode properties, Collection<KnownPort> left) {
    node.set("properties", properties);
    var known = left.stream().map(KnownPort::address).collect(Collectors.toSet());
    ports.keySet().retainAll(known);
    left.forEach(this::takeOver);
  }

  private void takeOver(KnownPort port) {
    var known = portsMet.get(port.address());
    var document = known == null ? add(port.address(), RuleDocuments.of(found(port), uuid)) : known;
    ports.put(port.address(), document);
    document.put("pxe_enabled", port.pxeEnabled());
    document.set("extra", port.extra());
    document.set("local_link_connection", port.localLinkConnection());
    document.put("physical_network", port.physicalNetwork());
  }

  private ObjectNode add(MacAddress address, ObjectNode document) {
    portsBefore.put(address, document.deepCopy());
    portsMet.put(address, document);
    ports.put(address, document);
    return document;
  }

  private static PortAttributes found(KnownPort port) {
    return PortAttributes.found(
        port.address(),
        port.pxeEnabled(),
        port.extra(),
        port.localLinkConnection(),
        port.physicalNetwork());
  }

  /** The node's properties as rules left them. */
  public ObjectNode properties() {
    return (ObjectNode) node.path("properties");
  }

  /** All ports as rules left them. */
  public List<KnownPort> ports() {
    return ports.entrySet().stream()
        .map(
            port -> {
              var document = port.getValue();
              return new KnownPort(
                  port.getKey(),
                  document.path("pxe_enabled").booleanValue(),
                  (ObjectNode) document.path("extra"),
                  (ObjectNode) document.path("local_link_connection"),
                  document.path("physical_network").textValue());
            })
        .toList();
  }

  /** The node's fields that differ from what is stored, with their current values. */
  public ObjectNode changes() {
    return changes(nodeBefore, node);
  }

  /**
   * For each changed port, the fields that differ from what is stored; for a new port, from what
   * the hooks found.
   */
  public Map<MacAddress, ObjectNode> portChanges() {
    var changed = new LinkedHashMap<MacAddress, ObjectNode>();
    ports.forEach(
        (address, document) -> {
          var changes = changes(portsBefore.getOrDefault(address, document), document);
          if (!changes.isEmpty()) {
            changed.put(address, changes);
          }
        });
    return changed;
  }

  private static ObjectNode changes(ObjectNode before, ObjectNode after) {
    var changes = StoredJson.object();
    after
        .properties()
        .forEach(
            field -> {
              if (!field.getValue().equals(before.path(field.getKey()))) {
                changes.set(field.getKey(), field.getValue());
              }
            });
    before
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!after.has(name)) {
                changes.set(name, NullNode.getInstance());
              }
            });
    return changes;
  }
}
