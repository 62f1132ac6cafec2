package dev.assay.api.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** How many pages of full nodes are built at once. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FullPageLimitTest {
  private static final byte[] PAGE = {1};

  @Test
  void all_are_made_three_at_once_and_never_more() throws Exception {
    var pages = new FullPageLimit(3, Duration.ofMinutes(1), _ -> {});
    var now = new AtomicInteger();
    var most = new AtomicInteger();
    var asked = new ArrayList<Callable<byte[]>>();
    var three = new CyclicBarrier(3);
    for (int i = 0; i < 201; i++) {
      asked.add(
          () ->
              pages.make(
                  () -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    meet(three);
                    now.decrementAndGet();
                    return PAGE;
                  }));
    }

    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var made : clients.invokeAll(asked)) {
        assertThat(made.get()).isEqualTo(PAGE);
      }
    }

    assertThat(most.get()).isEqualTo(3);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void who_waits_too_long_is_told_to_come_again() {
    var pages = new FullPageLimit(1, Duration.ZERO, _ -> {});

    var page =
        pages.make(
            () -> {
              assertThatExceptionOfType(AssayException.class)
                  .isThrownBy(() -> pages.make(() -> PAGE))
                  .returns(ErrorCode.UNAVAILABLE, AssayException::code);
              return PAGE;
            });

    assertThat(page).isEqualTo(PAGE);
  }

  @Test
  void the_next_is_made_only_when_the_last_is_counted() {
    var counted = new AtomicReference<byte[]>();
    var self = new AtomicReference<FullPageLimit>();
    var pages =
        new FullPageLimit(
            1,
            Duration.ZERO,
            page -> {
              assertThatExceptionOfType(AssayException.class)
                  .isThrownBy(() -> Objects.requireNonNull(self.get()).make(() -> PAGE));
              counted.set(page);
            });
    self.set(pages);

    assertThat(pages.make(() -> PAGE)).isSameAs(counted.get());
  }

  @Test
  void a_page_that_cannot_be_made_makes_room_for_the_next() {
    var pages = new FullPageLimit(1, Duration.ZERO, _ -> {});

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                pages.make(
                    () -> {
                      throw new IllegalStateException("no database");
                    }));

    assertThat(pages.make(() -> PAGE)).isEqualTo(PAGE);
  }
}
