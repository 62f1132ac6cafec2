package dev.assay.conductor.hook.lldp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.hook.lldp.Tlv.Capabilities;
import dev.assay.conductor.hook.lldp.Tlv.ChassisId;
import dev.assay.conductor.hook.lldp.Tlv.FrameSize;
import dev.assay.conductor.hook.lldp.Tlv.LinkAggregation;
import dev.assay.conductor.hook.lldp.Tlv.ManagementAddress;
import dev.assay.conductor.hook.lldp.Tlv.ManagementVlan;
import dev.assay.conductor.hook.lldp.Tlv.Med;
import dev.assay.conductor.hook.lldp.Tlv.MedCapabilities;
import dev.assay.conductor.hook.lldp.Tlv.MedInventory;
import dev.assay.conductor.hook.lldp.Tlv.MedLocation;
import dev.assay.conductor.hook.lldp.Tlv.MedPolicy;
import dev.assay.conductor.hook.lldp.Tlv.MedPower;
import dev.assay.conductor.hook.lldp.Tlv.NamedVlan;
import dev.assay.conductor.hook.lldp.Tlv.PhysicalLayer;
import dev.assay.conductor.hook.lldp.Tlv.PortDescription;
import dev.assay.conductor.hook.lldp.Tlv.PortId;
import dev.assay.conductor.hook.lldp.Tlv.ProtocolIdentity;
import dev.assay.conductor.hook.lldp.Tlv.ProtocolVlan;
import dev.assay.conductor.hook.lldp.Tlv.SystemDescription;
import dev.assay.conductor.hook.lldp.Tlv.SystemName;
import dev.assay.conductor.hook.lldp.Tlv.Unparsable;
import dev.assay.conductor.hook.lldp.Tlv.Unrecognized;
import dev.assay.conductor.hook.lldp.Tlv.UntaggedVlan;
import dev.assay.conductor.hook.lldp.Tlv.Unused;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns TLVs into the keys and values of plugin data. A key with one value keeps the first that was
 * sent; a key with a list collects all. Source: spec hooks.md 15.2.
 */
public final class SwitchKeys {
  /**
   * Longest list. One frame of 1,500 bytes cannot carry as many values of any kind that is
   * collected.
   */
  static final int LONGEST_LIST = 256;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final ObjectNode values = JSON.objectNode();
  private final Set<String> cut = new TreeSet<>();

  private SwitchKeys() {}

  /** The keys of one interface. */
  public static SwitchKeys of(List<Tlv> tlvs) {
    var keys = new SwitchKeys();
    tlvs.forEach(keys::add);
    return keys;
  }

  /** Key to value; empty when no TLV gave any. */
  public ObjectNode values() {
    return values;
  }

  /** The keys whose lists were cut to {@link #LONGEST_LIST} values. */
  public Set<String> cut() {
    return cut;
  }

  private void add(Tlv tlv) {
    switch (tlv) {
      case Unused _, Unrecognized _, Unparsable _ -> {}
      case ChassisId(_, var value) -> first("switch_chassis_id", text(value));
      case PortId(var value) -> first("switch_port_id", text(value));
      case PortDescription(var text) -> first("switch_port_description", JSON.textNode(text));
      case SystemName(var text) -> first("switch_system_name", JSON.textNode(text));
      case SystemDescription(var text) -> first("switch_system_description", JSON.textNode(text));
      case Capabilities(var supported, var enabled) -> {
        first("switch_capabilities_support", names(supported));
        first("switch_capabilities_enabled", names(enabled));
      }
      case ManagementAddress(var text) -> collect("switch_mgmt_addresses", JSON.textNode(text));
      case UntaggedVlan(var id) -> first("switch_port_untagged_vlan_id", JSON.numberNode(id));
      case ProtocolVlan vlan -> protocolVlan(vlan);
      case NamedVlan(var id, var name) ->
          collect("switch_port_vlans", JSON.objectNode().put("id", id).put("name", name));
      case ProtocolIdentity(var hex) -> collect("switch_protocol_identities", JSON.textNode(hex));
      case ManagementVlan(var id) -> first("switch_port_management_vlan_id", JSON.numberNode(id));
      case LinkAggregation link -> linkAggregation(link);
      case PhysicalLayer layer -> physicalLayer(layer);
      case FrameSize(var bytes) -> first("switch_port_mtu", JSON.numberNode(bytes));
      case Med med -> add(med);
    }
  }

  private void add(Med tlv) {
    switch (tlv) {
      case MedCapabilities(var supported, var deviceType) -> {
        first("switch_med_capabilities", names(supported));
        first("switch_med_device_type", JSON.textNode(deviceType));
      }
      case MedPolicy policy -> collect("switch_med_policies", policy(policy));
      case MedLocation(var hex) -> collect("switch_med_locations", JSON.textNode(hex));
      case MedPower(var deviceType, var source, var priority, var milliwatts) -> {
        first("switch_med_power_type", JSON.textNode(deviceType));
        first("switch_med_power_source", JSON.textNode(source));
        first("switch_med_power_priority", JSON.textNode(priority));
        first("switch_med_power_milliwatts", JSON.numberNode(milliwatts));
      }
      case MedInventory(var item, var text) -> first(item.key(), JSON.textNode(text));
    }
  }

  private void protocolVlan(ProtocolVlan vlan) {
    first("switch_port_protocol_vlan_support", JSON.booleanNode(vlan.supported()));
    first("switch_port_protocol_vlan_enabled", JSON.booleanNode(vlan.enabled()));
    collect("switch_port_protocol_vlan_ids", JSON.numberNode(vlan.id()));
  }

  private void linkAggregation(LinkAggregation link) {
    first("switch_port_link_aggregation_support", JSON.booleanNode(link.supported()));
    first("switch_port_link_aggregation_enabled", JSON.booleanNode(link.enabled()));
    first("switch_port_link_aggregation_id", JSON.numberNode(link.id()));
  }

  private void physicalLayer(PhysicalLayer layer) {
    first(
        "switch_port_autonegotiation_support", JSON.booleanNode(layer.autonegotiationSupported()));
    first("switch_port_autonegotiation_enabled", JSON.booleanNode(layer.autonegotiationEnabled()));
    first("switch_port_physical_capabilities", names(layer.capabilities()));
    first("switch_port_mau_type", JSON.textNode(layer.mauType()));
  }

  private static ObjectNode policy(MedPolicy policy) {
    return JSON.objectNode()
        .put("application", policy.application())
        .put("known", policy.known())
        .put("tagged", policy.tagged())
        .put("vlan_id", policy.vlanId())
        .put("priority", policy.priority())
        .put("dscp", policy.dscp());
  }

  private static JsonNode text(@Nullable String value) {
    return value == null ? JSON.nullNode() : JSON.textNode(value);
  }

  private static ArrayNode names(List<String> names) {
    var array = JSON.arrayNode(names.size());
    names.forEach(array::add);
    return array;
  }

  private void first(String key, JsonNode value) {
    values.putIfAbsent(key, value);
  }

  private void collect(String key, JsonNode value) {
    var list = values.withArrayProperty(key);
    if (list.size() < LONGEST_LIST) {
      list.add(value);
    } else {
      cut.add(key);
    }
  }
}
