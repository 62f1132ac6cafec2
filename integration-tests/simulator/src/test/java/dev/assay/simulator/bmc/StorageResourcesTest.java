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
class StorageResourcesTest {
  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void show_each_disk_that_the_ramdisk_reports_as_drive_or_volume(HardwareKind kind)
      throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var disks = disks(bmc);
      var found = new ArrayList<Long>();
      for (var storage : bmc.members(bmc.system(), "Storage")) {
        var volumes = bmc.members(storage, "Volumes");
        volumes.forEach(each -> found.add(each.path("CapacityBytes").asLong()));
        if (volumes.isEmpty()) {
          bmc.linked(storage, "Drives")
              .forEach(each -> found.add(each.path("CapacityBytes").asLong()));
        }
      }

      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(
              disks.stream().map(disk -> disk.path("size").asLong()).toList());
    }
  }

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void show_the_same_disks_as_simple_storage(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var devices = new ArrayList<JsonNode>();
      for (var simple : bmc.members(bmc.system(), "SimpleStorage")) {
        simple.path("Devices").forEach(devices::add);
      }

      assertThat(RedfishClient.values(devices, "Name"))
          .containsExactlyInAnyOrderElementsOf(RedfishClient.values(disks(bmc), "name"));
      assertThat(RedfishClient.values(devices, "CapacityBytes"))
          .containsExactlyInAnyOrderElementsOf(RedfishClient.values(disks(bmc), "size"));
    }
  }

  @Test
  void describe_drives_as_the_ramdisk_does() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.LARGE_STORAGE)) {
      var drives = new ArrayList<JsonNode>();
      for (var storage : bmc.members(bmc.system(), "Storage")) {
        drives.addAll(bmc.linked(storage, "Drives"));
      }
      var disks = disks(bmc);

      assertThat(drives).hasSize(60);
      assertThat(RedfishClient.values(drives, "SerialNumber"))
          .isEqualTo(RedfishClient.values(disks, "serial"));
      assertThat(RedfishClient.values(drives, "Model"))
          .isEqualTo(RedfishClient.values(disks, "model"));
      for (int i = 0; i < drives.size(); i++) {
        var drive = drives.get(i);
        boolean rotational = disks.get(i).path("rotational").asBoolean();
        assertThat(drive.path("MediaType").asText()).isEqualTo(rotational ? "HDD" : "SSD");
        assertThat(drive.path("Protocol").asText()).isEqualTo(rotational ? "SAS" : "NVMe");
        assertThat(drive.at("/Identifiers/0/DurableName").asText())
            .isEqualTo(disks.get(i).path("wwn").asText());
        assertThat(drive.path("Manufacturer").asText())
            .isEqualTo(rotational ? "SEAGATE" : "SAMSUNG");
        assertThat(drive.path("Revision").asText()).isNotEmpty();
      }
    }
  }

  @Test
  void have_one_controller_each() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.GPU_SERVER)) {
      for (var storage : bmc.members(bmc.system(), "Storage")) {
        assertThat(storage.path("StorageControllers")).hasSize(1);
        var controller = storage.path("StorageControllers").path(0);
        assertThat(controller.path("MemberId").asText()).isEqualTo("0");
        assertThat(controller.path("SupportedDeviceProtocols")).isNotEmpty();
      }
    }
  }

  @Test
  void make_volumes_of_two_drives_that_are_a_little_larger() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.ONE_U_TWO_SOCKET)) {
      var raid = bmc.members(bmc.system(), "Storage").getFirst();
      var volume = bmc.members(raid, "Volumes").getFirst();
      var drives = bmc.linked(volume.path("Links"), "Drives");

      assertThat(volume.path("RAIDType").asText()).isEqualTo("RAID1");
      assertThat(drives).hasSize(2).isEqualTo(bmc.linked(raid, "Drives"));
      assertThat(drives)
          .allMatch(
              drive ->
                  drive.path("CapacityBytes").asLong() > volume.path("CapacityBytes").asLong());
      assertThat(RedfishClient.values(drives, "SerialNumber")).doesNotHaveDuplicates();
    }
  }

  private static List<JsonNode> disks(RedfishClient bmc) {
    return bmc.machine.payload().at("/inventory/disks").valueStream().toList();
  }
}
