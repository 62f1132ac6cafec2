package dev.assay.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The configuration of auto-discovery. Spec conductor.md 4.3, D1. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveryPlanTest {
  @Test
  void off_is_the_default() {
    assertThat(DiscoveryPlan.of(config(Map.of()))).isEmpty();
    assertThat(DiscoveryPlan.of(config(Map.of("assay.auto-discovery.driver", "redfish"))))
        .isEmpty();
  }

  @Test
  void enabled_without_a_driver_stops_the_start() {
    var config = config(Map.of("assay.auto-discovery.enabled", "true"));
    assertThatThrownBy(() -> DiscoveryPlan.of(config))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("set assay.auto-discovery.driver");
  }

  @Test
  void enabled_says_what_nodes_become() {
    var config =
        config(
            Map.of(
                "assay.auto-discovery.enabled", "true",
                "assay.auto-discovery.driver", "redfish",
                "assay.auto-discovery.inspection-scope", "fresh"));
    assertThat(DiscoveryPlan.of(config))
        .contains(new DiscoveryPlan("redfish", java.util.Optional.of("fresh"), 1000));
  }

  @Test
  void a_bound_below_zero_stops_the_start() {
    var config =
        config(
            Map.of(
                "assay.auto-discovery.enabled", "true",
                "assay.auto-discovery.driver", "redfish",
                "assay.auto-discovery.max-waiting", "-1"));
    assertThatThrownBy(() -> DiscoveryPlan.of(config)).hasMessageContaining("max-waiting is -1");
  }

  private static AutoDiscoveryConfig config(Map<String, String> values) {
    return new SmallRyeConfigBuilder()
        .withMapping(AutoDiscoveryConfig.class)
        .withDefaultValues(values)
        .build()
        .getConfigMapping(AutoDiscoveryConfig.class);
  }
}
