package dev.assay.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Source: spec inspector-compat.md 5. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicDataTest {
  private static final String INVENTORY =
      """
      {"cpu":{"count":48,"architecture":"x86_64"},"memory":{"physical_mb":196608},
       "bmc_address":"10.30.0.21","bmc_v6address":null,"boot":{"pxe_interface":"52:54:00:00:00:01"},
       "interfaces":[{"name":"eno1","mac_address":"52:54:00:00:00:01"}]}
      """;

  private static final String PLUGIN_DATA =
      """
      {"all_interfaces":{
         "eno1":{"name":"eno1","mac_address":"52:54:00:00:00:01","ipv4_address":"192.0.2.21",
                 "ipv6_address":"fe80::1","client_id":null,"pxe_enabled":true},
         "ib0":{"name":"ib0","mac_address":"52:54:00:00:00:02","ipv4_address":null,
                "ipv6_address":"fe80::2","client_id":"ff:00","pxe_enabled":false}},
       "valid_interfaces":{
         "eno1":{"name":"eno1","mac_address":"52:54:00:00:00:01","ipv4_address":"192.0.2.21",
                 "pxe_enabled":true,"is_added":true}},
       "parsed_lldp":{"eno1":{"switch_port_id":"Ethernet1/18"}},
       "macs":["52:54:00:00:00:01"],"root_disk":{"name":"/dev/sda"},"numa_topology":{"cpus":[]}}
      """;

  @Test
  void have_the_derived_values_at_the_top() {
    var data = of(INVENTORY, PLUGIN_DATA, "{\"local_gb\":\"446\"}");

    assertThat(data.path("cpus").isInt()).isTrue();
    assertThat(data.path("cpus").intValue()).isEqualTo(48);
    assertThat(data.path("cpu_arch").textValue()).isEqualTo("x86_64");
    assertThat(data.path("memory_mb").intValue()).isEqualTo(196608);
    assertThat(data.path("local_gb").isInt()).isTrue();
    assertThat(data.path("local_gb").intValue()).isEqualTo(446);
    assertThat(data.path("ipmi_address").textValue()).isEqualTo("10.30.0.21");
    assertThat(data.path("ipmi_v6address").isNull()).isTrue();
    assertThat(data.path("boot_interface").textValue()).isEqualTo("52:54:00:00:00:01");
    assertThat(data.path("root_disk").path("name").textValue()).isEqualTo("/dev/sda");
    assertThat(data.path("macs")).hasSize(1);
    assertThat(data.path("inventory")).isEqualTo(StoredJson.read(INVENTORY, JsonNode.class));
    assertThat(data.has("numa_topology")).isTrue();
  }

  @Test
  void have_interfaces_with_short_keys() {
    var data = of(INVENTORY, PLUGIN_DATA, "{}");

    assertThat(data.path("all_interfaces").path("eno1").toString())
        .isEqualTo(
            """
            {"mac":"52:54:00:00:00:01","ip":"192.0.2.21","client_id":null,"pxe":true,\
            "lldp_processed":{"switch_port_id":"Ethernet1/18"}}""");
    assertThat(data.path("all_interfaces").path("ib0").toString())
        .isEqualTo(
            "{\"mac\":\"52:54:00:00:00:02\",\"ip\":\"fe80::2\",\"client_id\":\"ff:00\",\"pxe\":false}");
    assertThat(data.path("interfaces").properties()).hasSize(1);
    assertThat(data.path("interfaces").path("eno1").path("pxe").booleanValue()).isTrue();
  }

  @Test
  void keep_what_a_hook_or_rule_wrote_under_a_derived_key() {
    var data =
        of(INVENTORY, "{\"cpus\":4,\"cpu_arch\":null,\"local_gb\":465}", "{\"local_gb\":\"100\"}");

    assertThat(data.path("cpus").intValue()).isEqualTo(4);
    assertThat(data.path("local_gb").intValue()).isEqualTo(465);
    assertThat(data.path("cpu_arch").textValue()).isEqualTo("x86_64");
  }

  @Test
  void of_a_small_inventory_have_only_what_is_known() {
    var data =
        of(
            "{}",
            "{\"all_interfaces\":{\"eno1\":7},\"valid_interfaces\":[]}",
            "{\"local_gb\":\"?\"}");

    assertThat(data.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("inventory", "all_interfaces", "valid_interfaces");
  }

  private static ObjectNode of(String inventory, String pluginData, String properties) {
    return ClassicData.of(
        StoredJson.read(inventory, JsonNode.class),
        StoredJson.read(pluginData, ObjectNode.class),
        StoredJson.read(properties, JsonNode.class));
  }
}
