package dev.assay.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MemoryBudgetTest {
  private static final int KIB = 1024;
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final MemoryBudget budget = new MemoryBudget(100 * KIB);

  @Test
  void what_is_taken_is_not_there_for_others_until_it_is_given_back() {
    var first = budget.take(60 * KIB, SHORT).orElseThrow();
    assertThat(budget.take(60 * KIB, SHORT)).isEmpty();
    first.close();
    first.close(); // once is enough
    assertThat(budget.free()).isEqualTo(100 * KIB);
    assertThat(budget.take(60 * KIB, SHORT)).isPresent();
  }

  @Test
  void more_than_there_is_takes_all_of_it() {
    try (var _ = budget.await(1000 * KIB)) {
      assertThat(budget.free()).isZero();
    }
  }

  @Test
  void with_a_weight_several_hold_a_part_of_it_and_one_that_needs_more_holds_all() {
    var weighted = new MemoryBudget(100 * KIB, 2);
    try (var _ = weighted.take(30 * KIB, SHORT).orElseThrow();
        var _ = weighted.take(20 * KIB, SHORT).orElseThrow()) {
      assertThat(weighted.free()).isZero();
    }
    try (var _ = weighted.take(60 * KIB, SHORT).orElseThrow()) {
      assertThat(weighted.take(1, SHORT)).isEmpty();
    }
    assertThat(weighted.free()).isEqualTo(weighted.size()).isEqualTo(100 * KIB);
  }

  @Test
  void who_needs_much_is_not_overtaken_by_who_needs_little() throws InterruptedException {
    var order = Collections.synchronizedList(new ArrayList<String>());
    var held = budget.take(60 * KIB, SHORT).orElseThrow();
    var large = waiting(95 * KIB, "large", order); // leaves too little for the small one
    var small = waiting(10 * KIB, "small", order);
    held.close();
    large.join();
    small.join();
    assertThat(order).containsExactly("large", "small");
  }

  @Test
  void less_than_one_payload_needs_is_refused_at_the_start() {
    assertThatThrownBy(() -> new PayloadMemory(KIB)).hasMessageContaining("assay.memory.payloads");
  }

  private Thread waiting(int bytes, String name, java.util.List<String> order) {
    var thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  var held = budget.take(bytes, LONG).orElseThrow();
                  order.add(name);
                  held.close();
                });
    await().atMost(LONG).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return thread;
  }
}
