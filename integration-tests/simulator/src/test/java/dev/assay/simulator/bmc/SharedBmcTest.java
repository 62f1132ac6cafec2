package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests a BMC that controls three machines; the rack has a second one for the other two. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SharedBmcTest {
  private static final String IMAGE = "http://127.0.0.1:9/boot.iso";

  @AutoClose
  private final RedfishClient bmc =
      new RedfishClient(
          HardwareKind.GPU_SERVER,
          plan -> plan.machines(5).systemsPerBmc(3).bmcKinds(BmcKind.ILO, BmcKind.OPENBMC));

  private final List<Machine> machines = bmc.rack.machines();

  @Test
  void machines_share_address_login_and_kind() {
    var shared = machines.subList(0, 3);
    assertThat(shared).extracting(Machine::bmcUrl).containsOnly(bmc.machine.bmcUrl());
    assertThat(shared).extracting(Machine::password).containsOnly(bmc.machine.password());
    assertThat(machines)
        .extracting(machine -> machine.hardware().bmcKind())
        .containsExactly(BmcKind.ILO, BmcKind.ILO, BmcKind.ILO, BmcKind.OPENBMC, BmcKind.OPENBMC);
    assertThat(machines.get(3).bmcUrl()).isNotEqualTo(bmc.machine.bmcUrl());
    assertThat(machines.get(3).password()).isNotEqualTo(bmc.machine.password());
    assertThat(machines)
        .extracting(Machine::systemPath)
        .containsExactly(
            "/redfish/v1/Systems/1",
            "/redfish/v1/Systems/1-2",
            "/redfish/v1/Systems/1-3",
            "/redfish/v1/Systems/system",
            "/redfish/v1/Systems/system-2");
  }

  @Test
  void lists_every_machine_once() throws Exception {
    var root = bmc.resource("/redfish/v1/");
    var manager = bmc.members(root, "Managers").getFirst();

    assertThat(RedfishClient.values(bmc.members(root, "Systems"), "UUID"))
        .containsExactlyElementsOf(
            machines.subList(0, 3).stream().map(it -> it.hardware().uuid().toString()).toList());
    assertThat(RedfishClient.values(bmc.members(root, "Chassis"), "SerialNumber"))
        .containsExactlyElementsOf(machines.subList(0, 3).stream().map(Machine::serial).toList());
    assertThat(manager.at("/Links/ManagerForServers")).hasSize(3);
    assertThat(manager.has("VirtualMedia")).as("each system has its own").isFalse();
  }

  @Test
  void shows_the_components_of_each_machine_below_its_own_system_and_chassis() throws Exception {
    for (var machine : machines.subList(0, 3)) {
      var system = bmc.resource(machine.systemPath());
      var chassis = bmc.linked(system.path("Links"), "Chassis").getFirst();

      assertThat(RedfishClient.values(bmc.members(system, "EthernetInterfaces"), "MACAddress"))
          .containsExactlyInAnyOrderElementsOf(machine.macAddresses());
      assertThat(chassis.path("SerialNumber").asText()).isEqualTo(machine.serial());
      assertThat(bmc.linked(system, "PCIeDevices")).isEqualTo(bmc.members(chassis, "PCIeDevices"));
      assertThat(bmc.members(chassis, "NetworkAdapters")).isNotEmpty();
    }
  }

  @Test
  void shows_the_firmware_of_all_machines_and_its_own_once() throws Exception {
    var service = bmc.resource("/redfish/v1/UpdateService");
    var firmware = bmc.members(service, "FirmwareInventory");

    assertThat(RedfishClient.values(firmware, "Id"))
        .doesNotHaveDuplicates()
        .contains("BMC", "BIOS", "1-2.BIOS", "1-3.BIOS");
    for (var item : firmware) {
      assertThat(bmc.linked(item, "RelatedItem")).hasSize(1);
    }
  }

  @Test
  void changes_the_power_of_one_machine_only() throws Exception {
    var second = machines.get(1);
    bmc.send(
        bmc.request(second.systemPath() + "/Actions/ComputerSystem.Reset")
            .POST(BodyPublishers.ofString("{\"ResetType\": \"On\"}")));

    assertThat(second.powerState()).isNotEqualTo(PowerState.OFF);
    assertThat(bmc.machine.powerState()).isEqualTo(PowerState.OFF);
    assertThat(machines.get(2).powerState()).isEqualTo(PowerState.OFF);
  }

  @Test
  void inserts_media_into_one_machine_only() throws Exception {
    var second = machines.get(1);
    var media = bmc.members(bmc.resource(second.systemPath()), "VirtualMedia");
    var answer =
        bmc.send(
            bmc.request(insertTarget(media))
                .POST(BodyPublishers.ofString("{\"Image\": \"%s\"}".formatted(IMAGE))));

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(second.insertedImage()).contains(URI.create(IMAGE));
    assertThat(bmc.machine.insertedImage()).isEmpty();
    assertThat(machines.get(2).insertedImage()).isEmpty();
  }

  @Test
  void has_nothing_below_a_system_that_it_does_not_have() throws Exception {
    for (var path : List.of("1-4", "10", "1-", "system", "system/VirtualMedia")) {
      assertThat(bmc.get("/redfish/v1/Systems/" + path).statusCode()).as(path).isEqualTo(404);
    }
  }

  private static String insertTarget(List<JsonNode> media) {
    return media.stream()
        .filter(drive -> drive.path("Id").asText().equals("Cd"))
        .map(drive -> drive.at("/Actions/#VirtualMedia.InsertMedia/target").asText())
        .findFirst()
        .orElseThrow();
  }
}
