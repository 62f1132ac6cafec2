package dev.assay.port;

import static dev.assay.attribute.Attribute.attribute;

import dev.assay.attribute.AttributeTable;
import dev.assay.attribute.AttributeType;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * The attributes of a port that clients and rules may set: the one place that knows their names,
 * types, defaults and API versions. Source: spec api.md 11.
 */
public final class PortAttributeTable {
  // spotless:off
  /** All of them. */
  public static final AttributeTable<PortAttributes> TABLE =
      new AttributeTable<>(PortAttributes.class, List.of(
          attribute("address",               1,   MacAddressType.required(),      PortAttributes::address).notByRules(),
          attribute("extra",                 1,   AttributeType.object(),         PortAttributes::extra),
          attribute("pxe_enabled",           19,  AttributeType.flag(true),       PortAttributes::pxeEnabled),
          attribute("local_link_connection", 19,  AttributeType.object(),         PortAttributes::localLinkConnection),
          attribute("portgroup_uuid",        24,  AttributeType.uuid(),           PortAttributes::portgroupUuid),
          attribute("physical_network",      34,  AttributeType.text(64),         PortAttributes::physicalNetwork),
          attribute("is_smartnic",           53,  AttributeType.flag(false),      PortAttributes::isSmartnic),
          attribute("name",                  88,  AttributeType.text(255),        PortAttributes::name),
          attribute("description",           97,  AttributeType.text(255),        PortAttributes::description),
          attribute("vendor",                100, AttributeType.text(32),         PortAttributes::vendor),
          attribute("category",              101, AttributeType.text(80),         PortAttributes::category),
          attribute("available_for_dynamic_portgroup", 111, AttributeType.flag(true), PortAttributes::availableForDynamicPortgroup)),
          MethodHandles.lookup());
  // spotless:on

  private PortAttributeTable() {}
}
