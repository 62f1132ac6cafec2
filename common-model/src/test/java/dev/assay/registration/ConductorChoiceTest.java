package dev.assay.registration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConductorChoiceTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void a_driver_is_described_by_a_conductor_that_is_alive() {
    var stopped = conductor("stopped", false, true, 10, "old");
    var alive = conductor("alive", true, true, 5, "new");

    assertThat(described(List.of(stopped, alive))).contains("new");
    assertThat(described(List.of(alive, stopped))).contains("new");
  }

  @Test
  void else_by_the_one_that_was_alive_last() {
    var first = conductor("first", false, true, 5, "old");
    var last = conductor("last", false, true, 10, "new");

    assertThat(described(List.of(first, last))).contains("new");
    assertThat(described(List.of(last, first))).contains("new");
    assertThat(ConductorChoice.isServed("metal", "", List.of(first, last))).isFalse();
  }

  @Test
  void a_conductor_that_is_not_expected_back_does_not_count() {
    assertThat(described(List.of(conductor("gone", false, false, 5, "old")))).isEmpty();
  }

  @Test
  void one_of_another_group_or_driver_does_not_count() {
    var alive = List.of(conductor("alive", true, true, 5, "new"));

    assertThat(ConductorChoice.describe("metal", "rack2", alive)).isEmpty();
    assertThat(ConductorChoice.describe("wood", "", alive)).isEmpty();
    assertThat(ConductorChoice.isServed("metal", "rack2", alive)).isFalse();
    assertThat(ConductorChoice.isServed("wood", "", alive)).isFalse();
    assertThat(ConductorChoice.isServed("metal", "", alive)).isTrue();
  }

  private static Optional<String> described(List<Conductor> conductors) {
    return ConductorChoice.describe("metal", "", conductors)
        .map(driver -> driver.byDefault(InterfaceType.BOOT));
  }

  /** A conductor whose driver boots by {@code boot}. */
  private static Conductor conductor(
      String name, boolean alive, boolean expected, int heartbeat, String boot) {
    var driver =
        new DriverDescription(
            "metal", Map.of(InterfaceType.BOOT, List.of(boot)), Map.of(), Set.of(), List.of());
    var at = START.plusSeconds(heartbeat);
    return new Conductor(name, "", alive, expected, List.of(driver), START, at);
  }
}
