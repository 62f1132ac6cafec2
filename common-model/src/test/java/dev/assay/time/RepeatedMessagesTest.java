package dev.assay.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RepeatedMessagesTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RepeatedMessages repeated = new RepeatedMessages(nanos::get);

  @Test
  void the_same_is_told_once_a_minute() {
    assertThat(repeated.isDue("away")).isTrue();
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(repeated.isDue("away")).isFalse();
    nanos.addAndGet(1);
    assertThat(repeated.isDue("away")).isTrue();
  }

  @Test
  void something_else_is_told_at_once() {
    assertThat(repeated.isDue("away")).isTrue();
    assertThat(repeated.isDue("full")).isTrue();
    assertThat(repeated.isDue("away")).isFalse();
  }

  @Test
  void no_more_than_a_thousand_are_told_a_minute() {
    for (int i = 0; i < 1000; i++) {
      assertThat(repeated.isDue("node " + i)).isTrue();
    }
    assertThat(repeated.isDue("node 1000")).isFalse();
    assertThat(repeated.isDue("node 0")).isFalse();

    nanos.addAndGet(Duration.ofSeconds(60).toNanos() + 1);
    assertThat(repeated.isDue("node 1000")).isTrue();
  }

  @Test
  void what_comes_back_after_all_was_well_is_new() {
    assertThat(repeated.clear()).isFalse();
    assertThat(repeated.isDue("away")).isTrue();
    assertThat(repeated.clear()).isTrue();
    assertThat(repeated.isDue("away")).isTrue();
  }
}
