package dev.assay.node;

import static dev.assay.attribute.Attribute.attribute;

import dev.assay.attribute.Attribute;
import dev.assay.attribute.AttributeTable;
import dev.assay.attribute.AttributeType;
import dev.assay.hardware.InterfaceType;
import dev.assay.secret.SecretKeys;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of a node that clients and rules may set: the one place that knows their names,
 * types, defaults and API versions. Source: spec api.md 9.1.
 */
public final class NodeAttributeTable {
  private static final int ANY_LENGTH = Integer.MAX_VALUE;

  /** All of them. */
  public static final AttributeTable<NodeAttributes> TABLE =
      new AttributeTable<>(NodeAttributes.class, rows(), MethodHandles.lookup());

  private NodeAttributeTable() {}

  private static List<Attribute<NodeAttributes>> rows() {
    var rows = new ArrayList<Attribute<NodeAttributes>>();
    // spotless:off
    rows.add(attribute("name",              5,   AttributeType.text(255),            NodeAttributes::name));
    rows.add(attribute("driver",            1,   AttributeType.requiredText(255),    NodeAttributes::driver));
    rows.add(attribute("driver_info",       1,   AttributeType.object(),             NodeAttributes::driverInfo).in("secretDriverInfo"));
    rows.add(attribute("properties",        1,   AttributeType.object(),             NodeAttributes::properties));
    rows.add(attribute("extra",             1,   AttributeType.object(),             NodeAttributes::extra));
    rows.add(attribute("instance_info",     1,   AttributeType.object(),             NodeAttributes::instanceInfo).in("secretInstanceInfo"));
    rows.add(attribute("instance_uuid",     1,   AttributeType.uuid(),               NodeAttributes::instanceUuid));
    rows.add(attribute("instance_name",     104, AttributeType.filledText(255),      NodeAttributes::instanceName));
    rows.add(attribute("chassis_uuid",      1,   AttributeType.uuid(),               NodeAttributes::chassisUuid).notByRules());
    rows.add(attribute("maintenance",       1,   AttributeType.flag(false),          NodeAttributes::maintenance));
    for (var type : InterfaceType.values()) {
      rows.add(attribute(type.field(), type.since(), AttributeType.filledText(255).orChosen(), (NodeAttributes a) -> a.chosen(type)).in(null));
    }
    rows.add(attribute("resource_class",    21,  AttributeType.text(80),             NodeAttributes::resourceClass));
    rows.add(attribute("conductor_group",   46,  AttributeType.textOrEmpty(255).lowerCase(), NodeAttributes::conductorGroup));
    rows.add(attribute("automated_clean",   47,  AttributeType.optionalFlag(),       NodeAttributes::automatedClean));
    rows.add(attribute("protected",         48,  AttributeType.flag(false),          NodeAttributes::isProtected).in("isProtected").notOnCreation());
    rows.add(attribute("protected_reason",  48,  AttributeType.text(ANY_LENGTH),     NodeAttributes::protectedReason).notOnCreation());
    rows.add(attribute("owner",             50,  AttributeType.text(255),            NodeAttributes::owner));
    rows.add(attribute("lessee",            65,  AttributeType.text(255),            NodeAttributes::lessee));
    rows.add(attribute("description",       51,  AttributeType.text(4096),           NodeAttributes::description));
    rows.add(attribute("retired",           61,  AttributeType.flag(false),          NodeAttributes::retired));
    rows.add(attribute("retired_reason",    61,  AttributeType.text(ANY_LENGTH),     NodeAttributes::retiredReason));
    rows.add(attribute("network_data",      66,  AttributeType.object(),             NodeAttributes::networkData));
    rows.add(attribute("shard",             82,  AttributeType.text(255),            NodeAttributes::shard));
    rows.add(attribute("parent_node",       83,  AttributeType.uuidOrName(), NodeAttributes::parentNode));
    rows.add(attribute("disable_power_off", 95,  AttributeType.flag(false),          NodeAttributes::disablePowerOff));
    // spotless:on
    rows.replaceAll(row -> row.hiding(SecretKeys.ofNode(row.name())));
    return rows;
  }
}
