package dev.assay.simulator.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HardwareTest {
  private static final int MACHINES = 20_000;

  @ParameterizedTest
  @EnumSource
  void the_same_seed_and_index_give_the_same_machine(HardwareKind kind) {
    var one = Hardware.of(kind, 7, 4711);
    var other = Hardware.of(kind, 7, 4711);

    assertThat(one.payload().toString()).isEqualTo(other.payload().toString());
    assertThat(one.uuid()).isEqualTo(other.uuid());
    assertThat(one.bmcPassword()).isEqualTo(other.bmcPassword());
  }

  @ParameterizedTest
  @EnumSource
  void another_seed_gives_another_machine(HardwareKind kind) {
    var one = Hardware.of(kind, 7, 4711);
    var other = Hardware.of(kind, 8, 4711);

    assertThat(one.macAddresses()).doesNotContainAnyElementsOf(other.macAddresses());
    assertThat(one.uuid()).isNotEqualTo(other.uuid());
  }

  @Test
  void no_MAC_is_given_twice_to_20000_machines_of_all_kinds() {
    var kinds = HardwareKind.values();
    var seen = new HashSet<String>();
    for (int index = 0; index < MACHINES; index++) {
      var hardware = Hardware.of(kinds[index % kinds.length], 42, index);
      hardware.macAddresses().forEach(mac -> assertThat(seen.add(mac)).as(mac).isTrue());
      hardware.bmcMacAddress().ifPresent(mac -> assertThat(seen.add(mac)).as(mac).isTrue());
    }
    assertThat(seen).hasSizeGreaterThan(MACHINES);
  }

  @Test
  void no_serial_is_given_twice_within_a_kind() {
    var seen = new HashSet<String>();
    for (int index = 0; index < MACHINES; index++) {
      var serial = Hardware.of(HardwareKind.ONE_U_TWO_SOCKET, 42, index).serial();
      assertThat(seen.add(serial)).as(serial).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void MACs_are_unicast_and_lower_case_and_reported_by_the_ramdisk(HardwareKind kind) {
    var hardware = Hardware.of(kind, 1, Hardware.MAX_MACHINES - 1);

    var reported =
        hardware.payload().path("inventory").path("interfaces").findValuesAsText("mac_address");
    assertThat(reported).containsAll(hardware.macAddresses());
    assertThat(hardware.macAddresses())
        .allMatch(mac -> mac.matches("[0-9a-f][02468ace](:[0-9a-f]{2}){5}"))
        .noneMatch(mac -> mac.startsWith("fa:"));
  }

  @ParameterizedTest
  @EnumSource
  void a_body_has_what_every_ramdisk_sends(HardwareKind kind) {
    var body = Hardware.of(kind, 1, 3).payload();

    assertThat(body.path("error").isNull()).isTrue();
    assertThat(body.has("boot_interface")).isTrue();
    assertThat(body.path("root_disk").path("size").asLong()).isGreaterThanOrEqualTo(4L << 30);
    var inventory = body.path("inventory");
    assertThat(List.of("interfaces", "cpu", "disks", "memory", "system_vendor", "boot"))
        .allMatch(inventory::has);
    assertThat(inventory.path("disks")).contains(body.path("root_disk"));
    assertThat(inventory.path("cpu").path("frequency").isTextual()).isTrue();
    assertThat(body.path("boot_interface")).isEqualTo(inventory.path("boot").path("pxe_interface"));
  }

  @Test
  void kinds_differ_as_the_samples_do() {
    var gpu = Hardware.of(HardwareKind.GPU_SERVER, 1, 1).payload();
    var arm = Hardware.of(HardwareKind.ARM64_SERVER, 1, 2).payload().path("inventory");
    var virtual = Hardware.of(HardwareKind.VIRTUAL_MACHINE, 1, 3).payload().path("inventory");
    var large = Hardware.of(HardwareKind.LARGE_STORAGE, 1, 4).payload();
    var old = Hardware.of(HardwareKind.OLD_RAMDISK, 1, 5).payload().path("inventory");

    assertThat(gpu.path("pci_devices").findValuesAsText("bus"))
        .hasSize(111)
        .doesNotHaveDuplicates();
    assertThat(arm.path("cpu").path("architecture").asText()).isEqualTo("aarch64");
    assertThat(arm.path("bmc_address").asText()).isEqualTo("0.0.0.0");
    assertThat(virtual.path("bmc_address").isNull()).isTrue();
    assertThat(virtual.path("memory").path("physical_mb").isNull()).isTrue();
    assertThat(large.path("inventory").path("interfaces")).hasSize(66);
    assertThat(large.path("inventory").path("disks")).hasSize(60);
    assertThat(large.toString().length()).isGreaterThan(100_000);
    assertThat(old.path("interfaces").path(0).has("speed_mbps")).isFalse();
    assertThat(old.path("interfaces").path(0).path("lldp").isArray()).isTrue();
  }

  @Test
  void a_link_local_address_follows_from_the_MAC() {
    assertThat(Identity.linkLocal("b8:59:9f:10:20:30")).isEqualTo("fe80::ba59:9fff:fe10:2030");
  }

  @Test
  void the_root_disk_is_the_smallest_of_at_least_4_GiB() {
    JsonNode body = Hardware.of(HardwareKind.ONE_U_TWO_SOCKET, 1, 1).payload();

    assertThat(body.path("root_disk").path("name").asText()).isEqualTo("/dev/sdb");
  }

  @Test
  void indexes_outside_the_range_are_refused() {
    assertThatThrownBy(() -> Hardware.of(HardwareKind.GPU_SERVER, 1, Hardware.MAX_MACHINES))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
