package dev.assay.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TraitsTest {
  @Test
  void the_standard_ones_are_those_of_os_traits() {
    assertThat(Traits.standard())
        .hasSizeGreaterThan(300)
        .contains("HW_CPU_X86_VMX", "COMPUTE_NODE", "STORAGE_DISK_SSD", "OWNER_NOVA")
        .allMatch(name -> name.matches("(COMPUTE|HW|MISC|OWNER|STORAGE)_[A-Z0-9_]+"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HW_CPU_X86_AVX512F", "CUSTOM_A", "CUSTOM__", "CUSTOM_9"})
  void valid(String name) {
    assertThat(Traits.valid(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HW_CPU_X86_NO_SUCH_THING", "HW_", "CUSTOM_", "CUSTOM_a", "custom_A", "A", ""})
  void not_valid(String name) {
    assertThat(Traits.valid(name)).isFalse();
    assertThat(Traits.valid("CUSTOM_" + "X".repeat(249))).isFalse();
    assertThat(Traits.valid("CUSTOM_" + "X".repeat(248))).isTrue();
  }
}
