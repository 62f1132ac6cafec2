package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.hook.PortPolicy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec hooks.md 19. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HookConfigTest {
  @Test
  void has_the_defaults_of_ironic() {
    var config = Settings.of(Map.of());

    assertThat(config.defaultHooks())
        .containsExactly("ramdisk-error", "validate-interfaces", "ports", "architecture");
    assertThat(config.hooks()).containsExactly("$default_hooks");
    assertThat(PortPolicy.of(config)).isEqualTo(PortPolicy.DEFAULT);
    assertThat(config.cpuCapabilities())
        .containsExactly(
            "vmx:cpu_vt",
            "svm:cpu_vt",
            "aes:cpu_aes",
            "pse:cpu_hugepages",
            "pdpe1gb:cpu_hugepages_1g",
            "smx:cpu_txt");
    assertThat(config.knownAccelerators()).isEmpty();
    assertThat(config.pciDeviceAlias()).isEmpty();
    assertThat(config.physicalNetworkCidrMap()).isEmpty();
    assertThat(config.extraHardwareStrict()).isFalse();
    assertThat(config.diskPartitioningSpacing()).isEqualTo("true");
    assertThat(config.lldpMed()).isFalse();
    assertThat(config.hookTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.hookOptions()).isEmpty();
  }

  @Test
  void keeps_the_options_of_plug_ins_by_hook() {
    assertThat(
            Settings.of(Map.of("assay.inspector.hook-options.rack-name.prefix", "r")).hookOptions())
        .isEqualTo(Map.of("rack-name", Map.of("prefix", "r")));
  }

  @ParameterizedTest
  @CsvSource({"add-ports, some", "keep-ports, pxe", "hook-timeout, soon", "hoks, memory"})
  void refuses_what_makes_no_sense(String option, String value) {
    assertThatThrownBy(() -> Settings.of(Map.of("assay.inspector." + option, value)))
        .hasMessageContaining("assay.inspector." + option);
  }
}
