package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareReport;
import dev.assay.hardware.Sleep;
import dev.assay.id.NodeId;
import dev.assay.inventory.Inventory;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the BMC reports about a machine, compared with what its ramdisk sends. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RedfishInventoryTest {
  private final RedfishDriver driver =
      new RedfishDriver(
          new RedfishDriver.Times(
              Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60)),
          InstantSource.system(),
          Sleep.REAL);

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void is_the_same_as_from_the_ramdisk(HardwareKind kind) {
    var plan = RackPlan.to("http://127.0.0.1:9/v1/continue_inspection").kinds(kind).build();
    try (var rack = Rack.of(plan).start()) {
      var machine = rack.machines().getFirst();
      var sent = machine.payload().path("inventory");

      var report = driver.inventory(bmc(machine));

      var inventory = report.inventory();
      assertThat(inventory.path("cpu").path("architecture"))
          .isEqualTo(sent.path("cpu").path("architecture"));
      assertThat(inventory.path("cpu").path("count").asInt())
          .isEqualTo(sent.path("cpu").path("count").asInt());
      assertThat(inventory.path("memory").path("physical_mb").asLong())
          .as("ramdisks of virtual machines report zero")
          .isEqualTo(
              1024
                  * machine.hardware().system().at("/MemorySummary/TotalSystemMemoryGiB").asLong());
      assertThat(new Inventory(inventory).macs())
          .containsExactlyElementsOf(new LinkedHashSet<>(new Inventory(sent).macs()));
      assertThat(inventory.path("disks")).isNotEmpty();
      assertThat(report.pluginData().path("local_gb").asLong()).isPositive();
      assertThat(report.pluginData().path("firmware")).isNotEmpty();
      assertThat(report.pluginData().has("unread_resources")).isFalse();
      hasTypesThatStrictReadersTake(report);
    } finally {
      driver.close();
    }
  }

  /** Source: spec api.md 15. */
  private static void hasTypesThatStrictReadersTake(HardwareReport report) {
    var inventory = report.inventory();
    assertThat(inventory.path("cpu").path("count").isInt()).isTrue();
    assertThat(inventory.path("cpu").path("frequency").isTextual()).isTrue();
    assertThat(inventory.path("memory").path("total").isIntegralNumber()).isTrue();
    assertThat(inventory.path("disks"))
        .allSatisfy(disk -> assertThat(disk.path("size").isIntegralNumber()).isTrue());
    assertThat(inventory.path("interfaces"))
        .allSatisfy(
            nic -> {
              assertThat(
                      absentOr(nic.path("speed_mbps"), nic.path("speed_mbps").isIntegralNumber()))
                  .isTrue();
              assertThat(absentOr(nic.path("has_carrier"), nic.path("has_carrier").isBoolean()))
                  .isTrue();
            });
  }

  private static boolean absentOr(JsonNode value, boolean right) {
    return value.isMissingNode() || right;
  }

  private static Bmc bmc(Machine machine) {
    return new Bmc(
        NodeId.random(),
        JsonNodeFactory.instance
            .objectNode()
            .put("redfish_address", machine.bmcUrl().toString())
            .put("redfish_username", machine.username())
            .put("redfish_password", machine.password()));
  }
}
