package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.assay.broker.ScriptedBroker.ScriptedChannel;
import dev.assay.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SubscriptionTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final ScriptedBroker script = new ScriptedBroker();
  private final Broker broker = script.broker();
  private final List<String> begun = new CopyOnWriteArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void end() {
    gate.countDown();
    broker.close();
  }

  @Test
  void the_time_to_finish_is_given_once_and_what_is_unfinished_is_told_once() throws Exception {
    try (var log = CapturedLog.of(Subscription.class)) {
      var subscription = listen(5);
      consumed(0).deliver(1, "stuck");
      await().atMost(SOON).until(() -> begun.size() == 1);

      subscription.stop(Duration.ofMillis(20));
      subscription.awaitEnd();

      assertThat(log.lines())
          .filteredOn(line -> line.contains("unfinished"))
          .singleElement()
          .asString()
          .contains("queue assay.conductor/g/d");
    }
  }

  @Test
  void what_is_delivered_after_the_end_has_begun_goes_back_at_once_and_costs_no_channel()
      throws Exception {
    var subscription = listen(5);
    var channel = consumed(0);
    channel.deliver(1, "begun");
    await().atMost(SOON).until(() -> begun.size() == 1);
    subscription.stop(SOON);
    await().atMost(SOON).until(channel::isCancelled);

    assertThatCode(
            () -> {
              for (int tag = 2; tag < 2000; tag++) {
                channel.deliver(tag, "late");
              }
            })
        .doesNotThrowAnyException();
    gate.countDown();
    subscription.awaitEnd();
    assertThat(begun).containsExactly("begun");
    assertThat(channel.settled).containsExactly(1L);
    await().atMost(SOON).until(() -> channel.givenBack.size() == 1998);
  }

  @Test
  void what_is_still_worked_on_for_a_lost_channel_counts() throws Exception {
    var subscription = listen(2);
    var lost = consumed(0);
    lost.deliver(1, "first");
    lost.deliver(2, "second");
    await().atMost(SOON).until(() -> begun.size() == 2);
    lost.close("PRECONDITION_FAILED");

    var next = consumed(1);
    next.deliver(1, "first again");
    next.deliver(2, "second again");
    subscription.stop(SOON);
    gate.countDown();
    subscription.awaitEnd();

    assertThat(begun).containsExactlyInAnyOrder("first", "second");
    assertThat(next.settled).isEmpty();
    assertThat(next.givenBack).as("left to others").containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void a_channel_that_the_broker_closes_is_told_with_its_reason() throws Exception {
    try (var log = CapturedLog.of(Subscription.class)) {
      var subscription = listen(1);
      consumed(0).close("delivery acknowledgement timed out");
      var _ = consumed(1);
      subscription.stop(Duration.ZERO);
      subscription.awaitEnd();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("assay.conductor/g/d", "delivery acknowledgement timed out");
    }
  }

  private Subscription listen(int atOnce) {
    return Subscription.start(
        broker,
        Queue.ofCommands("assay.conductor/g/d"),
        atOnce,
        message -> {
          begun.add(message.text());
          pass();
          return HandlingResult.DONE;
        });
  }

  private ScriptedChannel consumed(int index) {
    await()
        .atMost(SOON)
        .until(() -> script.channels.size() > index && script.channels.get(index).isConsumed());
    return script.channels.get(index);
  }

  private void pass() {
    try {
      gate.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
