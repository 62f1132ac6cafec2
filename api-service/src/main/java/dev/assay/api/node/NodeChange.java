package dev.assay.api.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.error.ErrorCode;
import dev.assay.lease.NodeLease;
import dev.assay.node.DerivedFields;
import dev.assay.node.InterfaceType;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeDocument;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Changes what a client may set of a node. Source: spec api.md 9.7, 10.5. */
@ApplicationScoped
public class NodeChange {
  private final Nodes nodes;
  private final NodeFinder known;
  private final NodeRules rules;
  private final NodeLease lease;
  private final LiveConductors conductors;
  private final ApiRequest request;
  private final Clock clock;

  NodeChange(
      Nodes nodes,
      NodeFinder known,
      NodeRules rules,
      NodeLease lease,
      LiveConductors conductors,
      ApiRequest request,
      Clock clock) {
    this.nodes = nodes;
    this.known = known;
    this.rules = rules;
    this.lease = lease;
    this.conductors = conductors;
    this.request = request;
    this.clock = clock;
  }

  /** The node after {@code patch}; {@code reset} gives a new driver its own interfaces. */
  @Transactional
  public Node patch(String ident, Patch patch, boolean reset) {
    var node = known.requireForUpdate(ident);
    NodeGuard.requireUpdatable(node, patch, request.version());
    NodeGuard.requireReadable(node, patch);
    if (patch.isEmpty()) {
      return node;
    }
    var before = NodeDocument.of(node.attributes());
    var after = patch.applyTo(before, NodeFields.TABLE);
    DerivedFields.apply(before, after);
    requireSound(node, after);
    var changed =
        NodeDocument.read(after, interfaces(node, patch, after, reset), parent(node, after));
    requireUsable(node.attributes(), changed);
    NodeGuard.requireAllowed(node, changed);
    lease.requireFree(node);
    if (!changed.equals(node.attributes())) {
      node.update(changed, clock.instant());
      rules.write(node.uuid(), changed, nodes::write);
    }
    return node;
  }

  private void requireSound(Node node, ObjectNode after) {
    var name = NodeDocument.text(after, "name");
    if (name != null && !name.equals(node.attributes().name())) {
      NodeNames.require("node", name, request.version());
    }
    rules.requireSound(after);
    rules.requireUnique(node.uuid(), after);
    var chassis = node.attributes().chassisUuid();
    if (chassis == null || !chassis.toString().equals(NodeDocument.text(after, "chassis_uuid"))) {
      rules.requireChassis(after);
    }
  }

  /**
   * What is written to driver_info, as far as a living conductor describes it; all of it for a new
   * driver. What was stored before does not stand in the way of other changes.
   */
  private void requireUsable(NodeAttributes stored, NodeAttributes changed) {
    var written = changed.driverInfo().deepCopy();
    if (changed.driver().equals(stored.driver())) {
      stored
          .driverInfo()
          .properties()
          .forEach(
              old -> {
                if (old.getValue().equals(written.get(old.getKey()))) {
                  written.remove(old.getKey());
                }
              });
    }
    if (!written.isEmpty()) {
      conductors
          .describe(changed.driver(), changed.conductorGroup())
          .ifPresent(driver -> NodeRules.requireUsable(written, driver));
    }
  }

  /** Checked only when driver, group or an interface changes: what is stored stays usable. */
  private Map<String, String> interfaces(Node node, Patch patch, ObjectNode after, boolean reset) {
    var stored = node.attributes();
    var named = NodeDocument.named(after);
    var same = named.equals(NodeDocument.named(NodeDocument.of(stored)));
    var driver = after.path("driver").textValue();
    var group = after.path("conductor_group").textValue().toLowerCase(java.util.Locale.ROOT);
    var sameDriver = driver.equals(stored.driver());
    if (sameDriver && group.equals(stored.conductorGroup()) && same) {
      return stored.interfaces();
    }
    var description = conductors.require(driver, group, ErrorCode.NO_CONDUCTOR_FOR_DRIVER);
    if (reset && !sameDriver) {
      for (var type : InterfaceType.values()) {
        if (!patch.roots().contains(type.field())) {
          named.remove(type.wire());
        }
      }
    }
    return sameDriver && same ? stored.interfaces() : description.choose(named);
  }

  private @Nullable UUID parent(Node node, ObjectNode after) {
    var stored = node.attributes().parentNode();
    var same =
        Objects.equals(
            NodeDocument.text(after, "parent_node"), stored == null ? null : stored.toString());
    return same ? stored : rules.parent(after);
  }

  /** Into maintenance, with why, or out of it. */
  @Transactional
  public void maintain(String ident, boolean on, @Nullable String reason) {
    var node = known.requireForUpdate(ident);
    conductors.require(node);
    lease.requireFree(node);
    node.maintain(on, reason, clock.instant());
  }
}
