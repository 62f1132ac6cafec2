package dev.assay.conductor.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Spec conductor.md 4.3, D1. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveryCheckTest {
  @Test
  void a_driver_whose_nodes_the_ramdisk_inspects_is_fine() {
    assertThat(DiscoveryCheck.unusable("d", Optional.of(driver("agent", "no-inspect")))).isEmpty();
  }

  @Test
  void a_driver_with_another_default_is_warned_of() {
    assertThat(DiscoveryCheck.unusable("d", Optional.of(driver("fake", "agent"))))
        .hasValueSatisfying(text -> assertThat(text).contains("inspect_interface fake"));
  }

  @Test
  void a_driver_that_is_not_served_is_warned_of() {
    assertThat(DiscoveryCheck.unusable("d", Optional.empty()))
        .hasValueSatisfying(text -> assertThat(text).contains("names d").contains("error 500"));
  }

  private static DriverDescription driver(String... inspect) {
    return new DriverDescription(
        "d", Map.of(InterfaceType.INSPECT, List.of(inspect)), Map.of(), Set.of(), List.of());
  }
}
