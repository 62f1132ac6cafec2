package dev.assay.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Whether it keeps short requests from waiting is measured by integration-tests/bench/hostile. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class VirtualThreadsTest {
  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  private @Nullable String before;

  @BeforeEach
  void remember() {
    before = System.clearProperty(PARALLELISM);
  }

  @AfterEach
  void restore() {
    System.clearProperty(PARALLELISM);
    if (before != null) {
      System.setProperty(PARALLELISM, before);
    }
  }

  @Test
  void run_on_more_threads_than_there_are_processors() {
    VirtualThreads.shareProcessors();
    assertThat(Integer.getInteger(PARALLELISM))
        .isGreaterThanOrEqualTo(8)
        .isGreaterThanOrEqualTo(2 * Runtime.getRuntime().availableProcessors());
  }

  @Test
  void run_on_as_many_as_the_operator_says() {
    System.setProperty(PARALLELISM, "3");
    VirtualThreads.shareProcessors();
    assertThat(System.getProperty(PARALLELISM)).isEqualTo("3");
  }
}
