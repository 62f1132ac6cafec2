package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.hardware.HardwareKind;
import java.util.ArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PciResourcesTest {
  @ParameterizedTest
  @EnumSource(names = {"ONE_U_TWO_SOCKET", "GPU_SERVER", "LARGE_STORAGE"})
  void have_the_functions_that_the_ramdisk_reports(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var found = new ArrayList<String>();
      for (var device : bmc.members(bmc.resource("/redfish/v1/Chassis/1"), "PCIeDevices")) {
        for (var function : bmc.members(device, "PCIeFunctions")) {
          found.add(ids(function, "ClassCode", "VendorId", "DeviceId", "RevisionId"));
          assertThat(function.path("SubsystemVendorId").asText()).matches("0x[0-9a-f]{4}");
          assertThat(function.path("SubsystemId").asText()).matches("0x[0-9a-f]{4}");
        }
      }

      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(
              bmc.machine
                  .payload()
                  .path("pci_devices")
                  .valueStream()
                  .map(each -> ids(each, "class", "vendor_id", "product_id", "revision"))
                  .toList());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE_U_TWO_SOCKET", "GPU_SERVER", "LARGE_STORAGE"})
  void are_linked_from_the_system_one_by_one(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var system = bmc.system();
      var collection = bmc.members(bmc.resource("/redfish/v1/Chassis/1"), "PCIeDevices");

      assertThat(RedfishClient.values(system.path("PCIeDevices"), "@odata.id"))
          .isEqualTo(RedfishClient.values(collection, "@odata.id"));
      assertThat(system.path("PCIeDevices@odata.count").asInt()).isEqualTo(collection.size());
    }
  }

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void are_in_the_same_slots_on_all_machines_of_a_kind(HardwareKind kind) {
    var first = PciDevice.of(Hardware.of(kind, 1, 0));
    for (int index = 1; index < 8; index++) {
      assertThat(PciDevice.of(Hardware.of(kind, index, index)))
          .map(PciDevice::slot)
          .isEqualTo(first.stream().map(PciDevice::slot).toList());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ARM64_SERVER", "VIRTUAL_MACHINE", "OLD_RAMDISK"})
  void do_not_exist_where_the_ramdisk_reports_none(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      assertThat(bmc.system().has("PCIeDevices")).isFalse();
      assertThat(bmc.resource("/redfish/v1/Chassis/1").has("PCIeDevices")).isFalse();
      assertThat(bmc.get("/redfish/v1/Chassis/1/PCIeDevices").statusCode()).isEqualTo(404);
    }
  }

  private static String ids(JsonNode function, String... properties) {
    var ids = new ArrayList<String>();
    for (var property : properties) {
      ids.add(function.path(property).asText().replace("0x", ""));
    }
    return String.join(" ", ids);
  }
}
