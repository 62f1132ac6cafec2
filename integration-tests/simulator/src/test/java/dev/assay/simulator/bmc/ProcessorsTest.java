package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.simulator.hardware.HardwareKind;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProcessorsTest {
  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void are_one_per_socket_and_of_the_model_that_the_ramdisk_reports(HardwareKind kind)
      throws Exception {
    try (var bmc = new RedfishClient(kind)) {
      var reported = bmc.machine.payload().at("/inventory/cpu");
      var system = bmc.system();
      var cpus =
          bmc.members(system, "Processors").stream()
              .filter(each -> each.path("ProcessorType").asText().equals("CPU"))
              .toList();

      assertThat(cpus).hasSize(system.at("/ProcessorSummary/Count").asInt());
      if (reported.has("socket_count")) {
        assertThat(cpus).hasSize(reported.path("socket_count").asInt());
      }
      assertThat(RedfishClient.values(cpus, "Model"))
          .containsOnly(reported.path("model_name").asText());
      assertThat(cpus)
          .allMatch(
              cpu ->
                  cpu.path("MaxSpeedMHz").asInt() == (int) reported.path("frequency").asDouble());
      assertThat(cpus.stream().mapToInt(cpu -> cpu.path("TotalThreads").asInt()).sum())
          .isEqualTo(reported.path("count").asInt());
    }
  }

  @Test
  void have_the_instruction_set_of_their_architecture() throws Exception {
    try (var arm = new RedfishClient(HardwareKind.ARM64_SERVER);
        var x86 = new RedfishClient(HardwareKind.ONE_U_TWO_SOCKET)) {
      assertThat(RedfishClient.values(arm.members(arm.system(), "Processors"), "InstructionSet"))
          .containsOnly("ARM-A64");
      assertThat(RedfishClient.values(x86.members(x86.system(), "Processors"), "InstructionSet"))
          .containsOnly("x86-64");
    }
  }

  @Test
  void include_each_accelerator_with_its_PCI_device() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.GPU_SERVER)) {
      var accelerators =
          bmc.members(bmc.system(), "Processors").stream()
              .filter(each -> each.path("ProcessorType").asText().equals("GPU"))
              .toList();

      assertThat(accelerators).hasSize(8);
      for (var accelerator : accelerators) {
        assertThat(accelerator.path("Manufacturer").asText()).isEqualTo("NVIDIA Corporation");
        var device = bmc.resource(accelerator.at("/Links/PCIeDevice/@odata.id").asText());
        var function = bmc.members(device, "PCIeFunctions").getFirst();
        assertThat(function.path("VendorId").asText()).isEqualTo("0x10de");
      }
    }
  }
}
