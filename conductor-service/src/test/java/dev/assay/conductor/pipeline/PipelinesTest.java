package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.tracing.Tracing;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec hooks.md 1.4: a list of hooks for each way in which data are received. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PipelinesTest {
  @ParameterizedTest
  @CsvSource({
    "agent, 'ramdisk-error,validate-interfaces,ports,architecture'",
    "fake, 'ramdisk-error,validate-interfaces,ports,architecture'",
    "redfish, 'validate-interfaces,ports,architecture'"
  })
  void by_default_data_of_a_bmc_have_a_shorter_list(String inspectInterface, String names) {
    assertThat(pipelines(Map.of()).of(inspectInterface).names()).containsExactly(names.split(","));
  }

  @ParameterizedTest
  @CsvSource({
    "'$default_inspection_hooks,memory', 'validate-interfaces,ports,architecture,memory'",
    "'memory,$default-inspection-hooks', 'memory,validate-interfaces,ports,architecture'",
    "'memory,cpus', 'memory,cpus'"
  })
  void the_list_for_a_bmc_is_configured_apart(String configured, String names) {
    var pipelines = pipelines(Map.of("assay.redfish.inspection-hooks", configured));

    assertThat(pipelines.of("redfish").names()).containsExactly(names.split(","));
    assertThat(pipelines.of("agent").names()).hasSize(4);
    assertThat(pipelines.names()).contains(names.split(",")).contains("ramdisk-error");
  }

  @Test
  void what_stands_for_the_other_list_is_unknown_here() {
    assertThatThrownBy(() -> pipelines(Map.of("assay.redfish.inspection-hooks", "$default_hooks")))
        .hasMessageContaining("missing or failed to load: $default-hooks")
        .hasMessageEndingWith(
            "See assay.redfish.inspection-hooks and assay.redfish.default-inspection-hooks.");
  }

  @Test
  void options_of_a_hook_that_is_not_there_are_refused() {
    assertThatThrownBy(() -> pipelines(Map.of("assay.inspector.hook-options.rak.x", "1")))
        .hasMessageStartingWith(
            "assay.inspector.hook-options.rak: there is no hook of that name. Known hooks: acc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "-1s"})
  void hooks_need_some_time(String limit) {
    assertThatThrownBy(() -> pipelines(Map.of("assay.inspector.hook-timeout", limit)))
        .hasMessageContaining("assay.inspector.hook-timeout is ")
        .hasMessageContaining("such as 5s");
  }

  @Test
  void only_a_list_with_a_hook_that_compares_needs_the_inventory_before() {
    assertThat(pipelines(Map.of()).of("agent").comparesWithPrevious()).isFalse();
    assertThat(
            pipelines(Map.of("assay.inspector.hooks", "raid-device"))
                .of("agent")
                .comparesWithPrevious())
        .isTrue();
  }

  private static Pipelines pipelines(Map<String, String> properties) {
    return Pipelines.of(
        Settings.of(properties),
        Settings.read(properties, RedfishHookConfig.class),
        Hooks.installed(),
        Tracing.OFF);
  }
}
