package dev.assay.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class PlatformThreadTest {
  @Test
  void work_of_a_virtual_thread_is_done_on_a_named_platform_thread() throws InterruptedException {
    var worker = new AtomicReference<Thread>();
    Thread.ofVirtual()
        .start(() -> PlatformThread.run("work", () -> worker.set(Thread.currentThread())))
        .join();
    assertThat(worker).hasValueMatching(it -> !it.isVirtual() && it.getName().equals("work"));
  }

  @Test
  void log_lines_have_the_context_of_the_callers() {
    var seen = new AtomicReference<Object>();
    MDC.put("request_id", "req-1");
    try {
      PlatformThread.run("work", () -> seen.set(MDC.get("request_id")));
    } finally {
      MDC.remove("request_id");
    }
    assertThat(seen).hasValue("req-1");
  }

  @Test
  void what_is_thrown_there_is_thrown_here() {
    var failure = new IllegalStateException("of the work");
    assertThatThrownBy(() -> PlatformThread.run("work", throwing(failure))).isSameAs(failure);
  }

  @Test
  void errors_are_thrown_here_too() {
    var error = new StackOverflowError();
    assertThatThrownBy(
            () ->
                PlatformThread.run(
                    "work",
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
  }

  @Test
  void an_interrupt_reaches_the_work_and_its_end_is_waited_for() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var ended = new AtomicBoolean();
    var endedBefore = new AtomicBoolean();
    var stillInterrupted = new AtomicBoolean();
    Runnable work =
        () -> {
          begun.countDown();
          awaitInterrupt();
          ended.set(true);
        };
    var caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  PlatformThread.run("work", work);
                  endedBefore.set(ended.get());
                  stillInterrupted.set(Thread.currentThread().isInterrupted());
                });
    begun.await();
    caller.interrupt();
    caller.join();
    assertThat(endedBefore).isTrue();
    assertThat(stillInterrupted).isTrue();
  }

  private static Runnable throwing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  private static void awaitInterrupt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
