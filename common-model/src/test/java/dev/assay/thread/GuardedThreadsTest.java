package dev.assay.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class GuardedThreadsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(20);

  private final GuardedThreads threads =
      new GuardedThreads(Thread.ofPlatform().name("foreign-", 1), 1, "interrupted: it stops");
  private volatile boolean spinning = true;

  @AfterEach
  void let_go() {
    spinning = false;
  }

  @Test
  void a_run_has_a_platform_thread_with_a_name() throws Exception {
    try (var slot = slot()) {
      var thread = slot.begin(Thread::currentThread).await(LONG);

      assertThat(thread.getName()).isEqualTo("foreign-1");
      assertThat(thread.isVirtual()).isFalse();
      assertThat(thread.isDaemon()).isTrue();
    }
  }

  @Test
  void log_lines_have_the_context_of_the_caller_and_not_of_an_earlier_one() throws Exception {
    try (var slot = slot()) {
      MDC.put("request_id", "req-1");
      try {
        assertThat(slot.begin(() -> MDC.get("request_id")).await(LONG)).isEqualTo("req-1");
      } finally {
        MDC.remove("request_id");
      }
      assertThat(slot.begin(() -> String.valueOf(MDC.get("request_id"))).await(LONG))
          .isEqualTo("null");
    }
  }

  @Test
  void whatever_is_thrown_is_a_cause() {
    try (var slot = slot()) {
      for (var thrown :
          new Throwable[] {
            new IllegalStateException("of the code"),
            new CancellationException(),
            new StackOverflowError(),
            new Exception("checked")
          }) {
        var run = slot.begin(() -> GuardedThreadsTest.<Object, RuntimeException>sneak(thrown));

        assertThatThrownBy(() -> run.await(LONG))
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isSameAs(thrown);
      }
    }
  }

  @Test
  void a_run_that_takes_long_can_be_waited_for_again() throws Exception {
    try (var slot = slot()) {
      var run = slot.begin(this::spin);
      assertThatThrownBy(() -> run.await(SHORT)).isInstanceOf(TimeoutException.class);
      assertThat(run.where().getStackTrace())
          .anySatisfy(line -> assertThat(line.getMethodName()).isEqualTo("spin"));
      spinning = false;

      assertThat(run.await(LONG)).isEqualTo("interrupted: false");
    }
  }

  @Test
  void an_abandoned_run_is_interrupted_and_it_is_reported_when_it_returns() {
    var begun = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    var returnedOn = new AtomicReference<String>();
    try (var slot = slot()) {
      var run =
          slot.begin(
              () -> {
                begun.countDown();
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException _) {
                  interrupted.countDown();
                }
                return spin();
              });
      waitFor(begun);
      run.abandon();
      run.whenReturned(() -> returnedOn.set(Thread.currentThread().getName()));
      waitFor(interrupted);
      assertThat(returnedOn).hasNullValue();
      spinning = false;

      await().untilAsserted(() -> assertThat(returnedOn).hasValue("foreign-1"));
    }
  }

  @Test
  void a_run_that_has_ended_is_reported_at_once() throws Exception {
    try (var slot = slot()) {
      var returnedOn = new AtomicReference<Thread>();
      var run = slot.begin(() -> "done");
      assertThat(run.await(LONG)).isEqualTo("done");
      run.abandon();
      run.whenReturned(() -> returnedOn.set(Thread.currentThread()));

      assertThat(returnedOn).hasValue(Thread.currentThread());
    }
  }

  @Test
  void a_slot_is_free_when_its_run_has_ended() throws Exception {
    for (var round = 0; round < 100; round++) {
      try (var slot = slot()) {
        assertThat(threads.take(Duration.ZERO)).isEmpty();
        assertThat(slot.begin(() -> 1).await(LONG)).isOne();
        assertThat(slot.begin(() -> 2).await(LONG)).isEqualTo(2);
      }
    }
  }

  @Test
  void an_abandoned_run_keeps_its_slot_until_it_returns() {
    var begun = new CountDownLatch(1);
    try (var slot = slot()) {
      slot.begin(
          () -> {
            begun.countDown();
            return spin();
          });
      waitFor(begun);
    }
    assertThat(threads.take(SHORT)).isEmpty();
    spinning = false;

    assertThat(threads.take(LONG)).isPresent();
  }

  @Test
  void an_interrupted_caller_abandons_its_run() {
    var begun = new CountDownLatch(1);
    try (var slot = slot()) {
      var run =
          slot.begin(
              () -> {
                begun.countDown();
                return spin();
              });
      waitFor(begun);
      Thread.currentThread().interrupt();

      assertThatThrownBy(() -> run.await(LONG))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("interrupted: it stops");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(threads.take(Duration.ZERO)).isEmpty();
  }

  @Test
  void a_caller_can_be_interrupted_while_it_waits_for_a_slot() {
    try (var _ = slot()) {
      Thread.currentThread().interrupt();

      assertThatThrownBy(() -> threads.take(LONG))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("interrupted: it stops");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private GuardedThreads.Slot slot() {
    return threads.take(Duration.ZERO).orElseThrow();
  }

  private String spin() {
    while (spinning) {
      Thread.onSpinWait();
    }
    return "interrupted: " + Thread.currentThread().isInterrupted();
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <R, T extends Throwable> R sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
