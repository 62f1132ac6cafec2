package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.HardwareKind;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FirmwareInventoryTest {
  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void has_the_versions_of_BIOS_and_BMC(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var firmware = firmware(bmc);
      var manager = bmc.resource("/redfish/v1/Managers/" + bmc.machine.hardware().bmcId());
      var reported = bmc.machine.payload().at("/inventory/system_vendor/firmware/version");

      assertThat(version(firmware, "BIOS"))
          .isEqualTo(bmc.system().path("BiosVersion").asText())
          .isEqualTo(reported.asText(version(firmware, "BIOS")));
      assertThat(version(firmware, "BMC")).isEqualTo(manager.path("FirmwareVersion").asText());
    }
  }

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void has_the_version_of_each_network_adapter(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var firmware = firmware(bmc);
      var adapters = bmc.members(bmc.resource("/redfish/v1/Chassis/1"), "NetworkAdapters");

      assertThat(firmware).hasSize(2 + adapters.size());
      for (int i = 0; i < adapters.size(); i++) {
        var adapter = adapters.get(i);
        assertThat(version(firmware, "NIC." + (i + 1)))
            .isEqualTo(adapter.at("/Controllers/0/FirmwarePackageVersion").asText());
        assertThat(firmware.get(2 + i).at("/RelatedItem/0/@odata.id"))
            .isEqualTo(adapter.path("@odata.id"));
      }
    }
  }

  private static List<JsonNode> firmware(RedfishClient bmc) throws Exception {
    var root = bmc.resource("/redfish/v1/");
    var service = bmc.resource(root.at("/UpdateService/@odata.id").asText());
    return bmc.members(service, "FirmwareInventory");
  }

  private static String version(List<JsonNode> firmware, String id) {
    return firmware.stream()
        .filter(each -> each.path("Id").asText().equals(id))
        .findFirst()
        .orElseThrow()
        .path("Version")
        .asText();
  }
}
