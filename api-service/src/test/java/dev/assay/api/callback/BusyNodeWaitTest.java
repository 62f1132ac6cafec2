package dev.assay.api.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.attempt.Verdict;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a callback waits for a node that a conductor works on. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BusyNodeWaitTest {
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");

  private final AttemptRefused busy =
      new AttemptRefused(
          new AssayException(ErrorCode.NODE_LOCKED, "locked"),
          new Verdict(Outcome.NODE_BUSY, "locked", List.of()));
  private final AttemptRefused notWaiting =
      new AttemptRefused(new Verdict(Outcome.NO_WAITING_INSPECTION, "not waiting", List.of()));

  private final AtomicInteger pauses = new AtomicInteger();
  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  private final BusyNodeWait wait = waitFor("3s");

  /** What the attempts meet one after the other; then they succeed. */
  private final Queue<AttemptRefused> refusals = new ArrayDeque<>();

  @Test
  void a_node_that_is_free_needs_no_pause() {
    assertThat(wait.call(this::attempt)).isEqualTo("accepted");
    assertThat(pauses).hasValue(0);
  }

  @Test
  void data_are_accepted_when_the_conductor_is_done() {
    refusals.addAll(List.of(busy, busy, busy));

    assertThat(wait.call(this::attempt)).isEqualTo("accepted");
    assertThat(pauses).hasValue(3);
  }

  @Test
  void a_node_that_remains_busy_is_refused_after_the_limit() {
    assertThatThrownBy(() -> wait.call(this::neverFree)).isSameAs(busy);
    assertThat(now.get()).isBetween(START.plusSeconds(3), START.plusMillis(3499));
    assertThat(pauses).as("at most half a second each").hasValueBetween(6, 10);
  }

  @Test
  void any_other_refusal_is_final() {
    refusals.add(notWaiting);
    assertThatThrownBy(() -> wait.call(this::attempt)).isSameAs(notWaiting);
    assertThat(pauses).hasValue(0);

    refusals.addAll(List.of(busy, notWaiting));
    assertThatThrownBy(() -> wait.call(this::attempt)).isSameAs(notWaiting);
    assertThat(pauses).hasValue(1);
  }

  @Test
  void slow_attempts_count_as_well() {
    assertThatThrownBy(
            () ->
                wait.call(
                    () -> {
                      pass(Duration.ofSeconds(2));
                      return neverFree();
                    }))
        .isSameAs(busy);
    assertThat(pauses).hasValue(2);
  }

  @Test
  void no_more_than_64_wait_at_once() {
    var depth = new AtomicInteger();
    var holder = new BusyNodeWait[1];
    // Each pause begins another callback, as if all came at once.
    holder[0] =
        new BusyNodeWait(
            Duration.ofMillis(100),
            now::get,
            pause -> {
              depth.incrementAndGet();
              assertThatThrownBy(() -> holder[0].call(this::neverFree)).isSameAs(busy);
              pass(pause);
            });

    assertThatThrownBy(() -> holder[0].call(this::neverFree)).isSameAs(busy);

    assertThat(depth).hasValue(64);
  }

  @Test
  void zero_switches_it_off() {
    assertThatThrownBy(() -> waitFor("0s").call(this::neverFree)).isSameAs(busy);
    assertThat(pauses).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1s", "11s"})
  void a_limit_that_makes_no_sense_is_refused(String limit) {
    assertThatThrownBy(() -> waitFor(limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("assay.api.busy-node-wait");
  }

  private BusyNodeWait waitFor(String limit) {
    return new BusyNodeWait(
        Duration.parse("PT" + limit),
        now::get,
        pause -> {
          pauses.incrementAndGet();
          pass(pause);
        });
  }

  private void pass(Duration time) {
    now.updateAndGet(it -> it.plus(time));
  }

  private String attempt() {
    if (!refusals.isEmpty()) {
      throw refusals.remove();
    }
    return "accepted";
  }

  private String neverFree() {
    throw busy;
  }
}
