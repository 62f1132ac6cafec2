package dev.assay.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.util.Map;

/**
 * The data of an inspection after its hooks in the form of the classic API: one object with
 * everything at the top level, and interfaces with short keys. Classic rules read it, and clients.
 * Source: spec inspector-compat.md 5.
 */
public final class ClassicData {
  private ClassicData() {}

  /**
   * The classic form of {@code inventory} and {@code pluginData}. What a classic hook or rule wrote
   * into the plugin data is kept, also where this derives the same key.
   *
   * @param properties of the node, for the size of its root disk
   */
  public static ObjectNode of(JsonNode inventory, ObjectNode pluginData, JsonNode properties) {
    var data = pluginData.deepCopy();
    data.set("inventory", inventory);
    put(data, "cpus", inventory.path("cpu").path("count"));
    put(data, "cpu_arch", inventory.path("cpu").path("architecture"));
    put(data, "memory_mb", inventory.path("memory").path("physical_mb"));
    number(data, "local_gb", properties.path("local_gb"));
    put(data, "ipmi_address", inventory.path("bmc_address"));
    put(data, "ipmi_v6address", inventory.path("bmc_v6address"));
    put(data, "boot_interface", inventory.path("boot").path("pxe_interface"));
    var lldp = pluginData.path("parsed_lldp");
    interfaces(data, "all_interfaces", pluginData.path("all_interfaces"), lldp);
    interfaces(data, "interfaces", pluginData.path("valid_interfaces"), lldp);
    return data;
  }

  private static void put(ObjectNode data, String name, JsonNode value) {
    if (!value.isMissingNode() && !data.hasNonNull(name)) {
      data.set(name, value);
    }
  }

  /** Node properties are texts, classic data numbers. */
  private static void number(ObjectNode data, String name, JsonNode value) {
    if (value.canConvertToInt()) {
      put(data, name, value);
    } else if (value.isTextual() && value.textValue().matches("\\d{1,9}")) {
      put(data, name, IntNode.valueOf(Integer.parseInt(value.textValue())));
    }
  }

  private static void interfaces(ObjectNode data, String name, JsonNode found, JsonNode lldp) {
    if (!found.isObject()) {
      return;
    }
    var shown = StoredJson.object();
    for (var entry : found.properties()) {
      shown.set(entry.getKey(), classic(entry, lldp.path(entry.getKey())));
    }
    data.set(name, shown);
  }

  private static JsonNode classic(Map.Entry<String, JsonNode> entry, JsonNode lldp) {
    if (!(entry.getValue() instanceof ObjectNode nic) || nic.has("mac")) {
      return entry.getValue(); // already classic
    }
    var shown = StoredJson.object();
    shown.set("mac", nic.path("mac_address"));
    var ip = nic.hasNonNull("ipv4_address") ? nic.path("ipv4_address") : nic.path("ipv6_address");
    shown.put("ip", ip.textValue());
    shown.put("client_id", nic.path("client_id").textValue());
    shown.put("pxe", nic.path("pxe_enabled").asBoolean());
    if (lldp.isObject()) {
      shown.set("lldp_processed", lldp);
    }
    return shown;
  }
}
