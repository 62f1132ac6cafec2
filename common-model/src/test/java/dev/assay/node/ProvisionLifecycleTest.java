package dev.assay.node;

import static dev.assay.node.ProvisionState.INSPECTING;
import static dev.assay.node.ProvisionState.INSPECT_FAILED;
import static dev.assay.node.ProvisionState.INSPECT_WAIT;
import static dev.assay.node.ProvisionState.MANAGEABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.testing.Fixtures;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProvisionLifecycleTest {
  private static final Instant THEN = Instant.parse("2026-08-01T10:00:00Z");
  private static final Instant NOW = Instant.parse("2026-08-01T10:05:00Z");

  @ParameterizedTest(name = "{0}: {1} on {2} becomes {3}, target {4}")
  @CsvFileSource(resources = "/provision-lifecycle.csv", numLinesToSkip = 1)
  void the_table_is_the_specification(
      String spec, String from, String on, String to, String target, boolean background) {
    var move =
        ProvisionLifecycle.next(
                ProvisionState.ofWire(from).orElseThrow(),
                ProvisionEvent.valueOf(on.toUpperCase(java.util.Locale.ROOT)))
            .orElseThrow();
    assertThat(move.spec()).isEqualTo(spec);
    assertThat(move.to().wire()).isEqualTo(to);
    assertThat(move.target() == null ? "null" : move.target().wire()).isEqualTo(target);
    assertThat(move.work()).isEqualTo(background);
  }

  @Test
  void the_table_has_the_rows_of_the_specification_and_no_other() throws Exception {
    try (var rows = getClass().getResourceAsStream("/provision-lifecycle.csv")) {
      assertThat(new String(rows.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).lines())
          .hasSize(ProvisionLifecycle.TABLE.size() + 1);
    }
    assertThat(ProvisionLifecycle.TABLE)
        .extracting(move -> List.of(move.from(), move.on()))
        .doesNotHaveDuplicates();
  }

  static Stream<Arguments> everything_that_is_no_row() {
    return Arrays.stream(ProvisionState.values())
        .flatMap(
            state ->
                Arrays.stream(ProvisionEvent.values())
                    .filter(event -> ProvisionLifecycle.next(state, event).isEmpty())
                    .map(event -> Arguments.of(state, event)));
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("everything_that_is_no_row")
  void is_refused_and_changes_nothing(ProvisionState state, ProvisionEvent event) {
    var node = Fixtures.node(state, THEN);
    node.fail("old", THEN);
    assertThatThrownBy(() -> node.move(event, NOW))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATE))
        .hasMessage(
            "The requested action \"%s\" can not be performed on node \"%s\" while it is in state"
                    .formatted(event.wire(), node.uuid())
                + " \"%s\".".formatted(state.wire()));
    assertThat(node.provisionState()).isEqualTo(state);
    assertThat(node.lastError()).isEqualTo("old");
    assertThat(node.provisionUpdatedAt()).isNull();
  }

  @Test
  void starting_clears_the_last_error_and_sets_the_clock() {
    var node = Fixtures.node(MANAGEABLE, THEN);
    node.fail("old", THEN);
    node.move(ProvisionEvent.INSPECT, NOW);
    assertThat(node.lastError()).isNull();
    assertThat(node.inspectionStartedAt()).isEqualTo(NOW);
    assertThat(node.inspectionFinishedAt()).isNull();
    assertThat(node.provisionUpdatedAt()).isEqualTo(NOW);
    assertThat(node.targetProvisionState()).isEqualTo(MANAGEABLE);
  }

  @Test
  void resuming_restarts_the_clock() {
    var node = at(INSPECT_WAIT);
    node.move(ProvisionEvent.RESUME, NOW);
    assertThat(node.inspectionStartedAt()).isEqualTo(NOW);
  }

  @Test
  void success_sets_the_end_and_clears_the_start() {
    var node = at(INSPECTING);
    node.move(ProvisionEvent.DONE, NOW);
    assertThat(node.inspectionStartedAt()).isNull();
    assertThat(node.inspectionFinishedAt()).isEqualTo(NOW);
    assertThat(node.targetProvisionState()).isNull();
  }

  @Test
  void PI6_a_failed_inspection_still_aims_at_manageable_and_has_no_end() {
    var node = at(INSPECTING);
    node.move(ProvisionEvent.FAIL, NOW);
    assertThat(node.provisionState()).isEqualTo(INSPECT_FAILED);
    assertThat(node.targetProvisionState()).isEqualTo(MANAGEABLE);
    assertThat(node.inspectionStartedAt()).isNull();
    assertThat(node.inspectionFinishedAt()).isNull();
  }

  @Test
  void manage_after_a_failure_keeps_the_error_to_be_read() {
    var node = at(INSPECTING);
    node.move(ProvisionEvent.FAIL, NOW);
    node.fail("why", NOW);
    node.move(ProvisionEvent.MANAGE, NOW);
    assertThat(node.lastError()).isEqualTo("why");
    assertThat(node.provisionState()).isEqualTo(MANAGEABLE);
  }

  private static Node at(ProvisionState state) {
    var node = Fixtures.node(MANAGEABLE, THEN);
    node.move(ProvisionEvent.INSPECT, THEN);
    if (state == INSPECT_WAIT) {
      node.move(ProvisionEvent.WAIT, THEN);
    }
    return node;
  }
}
