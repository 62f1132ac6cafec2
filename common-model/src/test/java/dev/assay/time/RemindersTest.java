package dev.assay.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RemindersTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Reminders reminders = new Reminders(nanos::get);

  @Test
  void the_same_is_told_once_a_minute() {
    assertThat(reminders.isDue("away")).isTrue();
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(reminders.isDue("away")).isFalse();
    nanos.addAndGet(1);
    assertThat(reminders.isDue("away")).isTrue();
  }

  @Test
  void something_else_is_told_at_once() {
    assertThat(reminders.isDue("away")).isTrue();
    assertThat(reminders.isDue("full")).isTrue();
    assertThat(reminders.isDue("away")).isFalse();
  }

  @Test
  void no_more_than_a_thousand_are_told_a_minute() {
    for (int i = 0; i < 1000; i++) {
      assertThat(reminders.isDue("node " + i)).isTrue();
    }
    assertThat(reminders.isDue("node 1000")).isFalse();
    assertThat(reminders.isDue("node 0")).isFalse();

    nanos.addAndGet(Duration.ofSeconds(60).toNanos() + 1);
    assertThat(reminders.isDue("node 1000")).isTrue();
  }

  @Test
  void what_comes_back_after_all_was_well_is_new() {
    assertThat(reminders.clear()).isFalse();
    assertThat(reminders.isDue("away")).isTrue();
    assertThat(reminders.clear()).isTrue();
    assertThat(reminders.isDue("away")).isTrue();
  }
}
