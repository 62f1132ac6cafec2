package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.HardwareKind;
import java.util.HashSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MemoryModulesTest {
  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void have_together_what_the_ramdisk_reports_in_total(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var reported = bmc.machine.payload().at("/inventory/memory");
      var system = bmc.system();
      var modules = bmc.members(system, "Memory");
      long sum = modules.stream().mapToLong(each -> each.path("CapacityMiB").asLong()).sum();

      assertThat(sum).isEqualTo(system.at("/MemorySummary/TotalSystemMemoryGiB").asLong() * 1024);
      if (reported.hasNonNull("physical_mb")) {
        assertThat(sum).isEqualTo(reported.path("physical_mb").asLong());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void have_serial_numbers_of_their_own(HardwareKind kind) throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var modules = bmc.members(bmc.system(), "Memory");

      assertThat(new HashSet<>(RedfishClient.values(modules, "SerialNumber")))
          .hasSameSizeAs(modules)
          .allMatch(serial -> serial.matches("[0-9A-F]{8}"));
    }
  }

  @Test
  void are_in_the_slots_that_the_ramdisk_reports() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.ONE_U_TWO_SOCKET)) {
      var reported =
          bmc.machine
              .payload()
              .at("/dmi/memory/devices")
              .valueStream()
              .filter(each -> each.path("Size").asText().equals("32 GB"))
              .toList();
      var modules = bmc.members(bmc.system(), "Memory");

      assertThat(RedfishClient.values(modules, "DeviceLocator"))
          .isEqualTo(RedfishClient.values(reported, "Locator"));
      assertThat(modules).extracting(MemoryModulesTest::speed).containsOnly("2933 MT/s");
      assertThat(RedfishClient.values(reported, "Speed")).containsOnly("2933 MT/s");
    }
  }

  private static String speed(JsonNode module) {
    return module.path("OperatingSpeedMhz").asInt() + " MT/s";
  }
}
