package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.HardwareKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NetworkAdaptersTest {
  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void have_a_port_for_each_interface(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var ports = ports(bmc);
      var interfaces = bmc.members(bmc.system(), "EthernetInterfaces");

      assertThat(ports.stream().map(NetworkAdaptersTest::mac))
          .isEqualTo(bmc.machine.macAddresses())
          .isEqualTo(RedfishClient.values(interfaces, "MACAddress"));
      assertThat(RedfishClient.values(ports, "Id"))
          .isEqualTo(RedfishClient.values(interfaces, "Id"));
    }
  }

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void have_the_speed_and_link_that_the_ramdisk_reports(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var interfaces = bmc.members(bmc.system(), "EthernetInterfaces");
      var ports = ports(bmc);

      for (int i = 0; i < ports.size(); i++) {
        var reported = bmc.machine.payload().at("/inventory/interfaces").path(i);
        assertThat(interfaces.get(i).path("SpeedMbps").asInt())
            .isEqualTo(reported.path("speed_mbps").asInt());
        assertThat(ports.get(i).path("CurrentSpeedGbps").asDouble() * 1000)
            .isEqualTo(reported.path("speed_mbps").asDouble());
        assertThat(ports.get(i).path("LinkStatus").asText())
            .isEqualTo(reported.path("has_carrier").asBoolean() ? "LinkUp" : "LinkDown");
      }
    }
  }

  @Test
  void have_the_ports_of_one_card_together() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.GPU_SERVER)) {
      var adapters = adapters(bmc);

      assertThat(RedfishClient.values(adapters, "Manufacturer"))
          .containsExactly("Mellanox Technologies", "Intel Corporation");
      for (var adapter : adapters) {
        assertThat(bmc.members(adapter, "Ports")).hasSize(2);
      }
    }
  }

  @Test
  void tell_what_the_switch_announces() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.ONE_U_TWO_SOCKET)) {
      var received = ports(bmc).getFirst().at("/Ethernet/LLDPReceive");

      assertThat(received.path("ChassisIdSubtype").asText()).isEqualTo("MacAddr");
      assertThat(received.path("ChassisId").asText()).isEqualTo("4c:a8:9a:00:01:00");
      assertThat(received.path("PortIdSubtype").asText()).isEqualTo("IfName");
      assertThat(received.path("PortId").asText()).isEqualTo("Ethernet1/1");
      assertThat(received.path("SystemName").asText()).isEqualTo("leaf-1a.example.net");
      assertThat(received.path("SystemDescription").asText())
          .isEqualTo("Simulated switch, software 4.30.5M");
      assertThat(received.path("SystemCapabilities"))
          .extracting(JsonNode::asText)
          .containsExactly("Bridge", "Router");
      assertThat(received.path("ManagementVlanId").asInt()).isEqualTo(100);
    }
  }

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void hear_the_switch_where_the_ramdisk_does(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var payload = bmc.machine.payload();
      var ports = ports(bmc);

      for (int i = 0; i < ports.size(); i++) {
        var reported = payload.at("/inventory/interfaces").path(i);
        boolean announced =
            !payload.path("lldp_raw").path(reported.path("name").asText()).isEmpty()
                || !reported.path("lldp").isEmpty();
        assertThat(ports.get(i).path("Ethernet").has("LLDPReceive")).isEqualTo(announced);
      }
    }
  }

  private static List<JsonNode> adapters(RedfishClient bmc) throws Exception {
    return bmc.members(bmc.resource("/redfish/v1/Chassis/1"), "NetworkAdapters");
  }

  private static List<JsonNode> ports(RedfishClient bmc) throws Exception {
    var ports = new ArrayList<JsonNode>();
    for (var adapter : adapters(bmc)) {
      ports.addAll(bmc.members(adapter, "Ports"));
    }
    return ports;
  }

  private static String mac(JsonNode port) {
    return port.at("/Ethernet/AssociatedMACAddresses/0").asText();
  }
}
