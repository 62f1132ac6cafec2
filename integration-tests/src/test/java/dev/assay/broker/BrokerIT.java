package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import dev.assay.message.MessageTransport.NobodyTakes;
import dev.assay.message.Route;
import dev.assay.stack.RabbitServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that no confirmed message is lost and that everything recovers after queues, virtual host
 * or server were lost.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BrokerIT {
  private static final Duration SOON = Duration.ofSeconds(5);

  @TempDir static Path folder = Path.of("");
  private static @Nullable RabbitServer server;

  private final Broker broker = new Broker(Settings.plain(server().port()));
  private final Publisher publisher = new Publisher(broker);
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final String queue = "assay.conductor/test/" + System.nanoTime();

  @BeforeAll
  static void start() {
    server = RabbitServer.start(folder);
  }

  private static RabbitServer server() {
    return Objects.requireNonNull(server);
  }

  @AfterAll
  static void stop() {
    server().close();
  }

  @AfterEach
  void end() throws Exception {
    for (var each : subscriptions) {
      each.stop(Duration.ZERO);
      each.awaitEnd();
    }
    broker.close();
  }

  @Test
  void a_message_is_delivered_when_a_queue_has_it() throws Exception {
    listen(10, _ -> HandlingResult.DONE);
    publish("one");
    await().atMost(SOON).until(() -> heard.equals(List.of("one")));
    await().atMost(SOON).until(() -> waiting(queue) == 0);
  }

  @Test
  void a_message_for_a_queue_that_does_not_exist_is_refused_and_the_others_are_not() {
    listen(10, _ -> HandlingResult.DONE);
    var lost = publisher.toQueue("assay.conductor/nowhere/at-all", "lost").toCompletableFuture();
    var kept = publisher.toQueue(queue, "kept").toCompletableFuture();

    assertThat(kept).succeedsWithin(SOON);
    assertThatThrownBy(() -> lost.get(5, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(NobodyTakes.class)
        .hasMessageContaining("assay.conductor/nowhere/at-all");
  }

  @Test
  void an_announcement_reaches_everyone_who_listens_and_may_reach_nobody() throws Exception {
    publisher.toEveryone("nobody").toCompletableFuture().get(5, TimeUnit.SECONDS);
    var begun = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      subscriptions.add(
          Subscription.announcements(
              broker,
              message -> {
                heard.add(message.text());
                return HandlingResult.DONE;
              },
              begun::incrementAndGet,
              () -> {}));
    }
    await().atMost(SOON).until(() -> begun.get() == 2);
    for (int i = 0; i < 100; i++) {
      publisher.toEveryone("n" + i);
    }
    await().atMost(SOON).until(() -> heard.size() == 200);
    assertThat(heard.stream().distinct().toList())
        .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "n" + i).toList());
  }

  @Test
  void a_deleted_queue_is_made_and_consumed_again() throws Exception {
    listen(10, _ -> HandlingResult.DONE);
    try (var channel = broker.publishing().channel()) {
      channel.queueDelete(queue);
    }
    // Publishing fails until the queue exists again; the outbox retries until then.
    await().atMost(SOON).until(() -> isTaken("after"));
    await().atMost(SOON).until(() -> heard.equals(List.of("after")));
  }

  @Test
  void a_virtual_host_that_was_deleted_and_made_again_is_set_up_again() {
    listen(10, _ -> HandlingResult.DONE);
    var begun = new AtomicInteger();
    subscriptions.add(
        Subscription.announcements(
            broker, _ -> HandlingResult.DONE, begun::incrementAndGet, () -> {}));
    await().atMost(SOON).until(() -> begun.get() == 1);
    server().control("delete_vhost", "/");
    server().control("add_vhost", "/");
    server().control("set_permissions", "-p", "/", "guest", ".*", ".*", ".*");

    await().atMost(Duration.ofSeconds(15)).until(() -> isTaken("after"));
    await().atMost(SOON).until(() -> heard.equals(List.of("after")));
    await("whoever hears announcements looks again").atMost(SOON).until(() -> begun.get() == 2);
  }

  @Test
  void what_cannot_be_done_now_is_given_again() throws Exception {
    var tries = new AtomicInteger();
    listen(
        10,
        _ -> {
          if (tries.incrementAndGet() == 1) {
            throw new IllegalStateException("the first try fails");
          }
          return tries.get() == 2 ? HandlingResult.AGAIN : HandlingResult.DONE;
        });
    publish("difficult");
    await().atMost(SOON.multipliedBy(2)).until(() -> tries.get() == 3 && waiting(queue) == 0);
  }

  /** It is on one node of the broker, which may be away. */
  @Test
  void commands_do_not_need_the_queue_of_dead_letters() throws Exception {
    try (var channel = broker.consuming().channel()) {
      Queue.ofDeadLetters().declare(channel);
      channel.queueDelete("assay.conductor.dead");
    }
    listen(10, _ -> HandlingResult.DONE);

    await().atMost(SOON).until(() -> isTaken("one"));
    assertThatThrownBy(() -> waiting("assay.conductor.dead"))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("no queue 'assay.conductor.dead'");
  }

  @Test
  void what_its_queue_gives_up_is_a_dead_letter() throws Exception {
    try (var channel = broker.consuming().channel()) {
      Queue.ofDeadLetters().declare(channel);
      Queue.ofCommands(queue).declare(channel);
      var dead = waiting("assay.conductor.dead");
      publish("poison");
      channel.basicReject(get(channel).getEnvelope().getDeliveryTag(), false);

      await().atMost(SOON).until(() -> waiting("assay.conductor.dead") == dead + 1);
    }
  }

  @Test
  void no_number_of_tries_makes_a_message_dead() throws Exception {
    try (var channel = broker.consuming().channel()) {
      Queue.ofCommands(queue).declare(channel);
      publish("patient");
      for (int i = 0; i < 1500; i++) {
        channel.basicReject(get(channel).getEnvelope().getDeliveryTag(), true);
      }
      assertThat(get(channel).getBody()).isEqualTo("patient".getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void no_more_messages_are_held_than_are_worked_on() throws Exception {
    var gate = new CountDownLatch(1);
    listen(
        3,
        _ -> {
          pass(gate);
          return HandlingResult.DONE;
        });
    for (int i = 0; i < 10; i++) {
      publish("m" + i);
    }
    await().atMost(SOON).until(() -> heard.size() == 3);
    assertThat(waiting(queue)).isEqualTo(7);
    gate.countDown();
    await().atMost(SOON).until(() -> heard.size() == 10);
  }

  @Test
  void what_a_lost_channel_left_under_way_counts_against_what_is_held() throws Exception {
    var gate = new CountDownLatch(1);
    var subscription =
        listen(
            2,
            _ -> {
              pass(gate);
              return HandlingResult.DONE;
            });
    publish("one");
    publish("two");
    await().atMost(SOON).until(() -> heard.size() == 2);
    broker.consuming().connection().abort();
    await().atMost(SOON).until(() -> !subscription.isConsuming());
    await().atMost(SOON).until(() -> subscription.isConsuming() && waiting(queue) == 0);
    assertThat(heard).containsExactlyInAnyOrder("one", "two");
    gate.countDown();
    await("they are given again").atMost(SOON).until(() -> heard.size() == 4);
  }

  @Test
  void a_question_is_answered_to_whoever_asked() {
    subscriptions.add(
        Subscription.start(
            broker,
            Queue.ofRequests(new Route("test", queue).requests()),
            10,
            request -> {
              request.answer("answer to " + request.text());
              return HandlingResult.DONE;
            }));
    await().atMost(SOON).until(subscriptions.getFirst()::isConsuming);
    var calls = new BrokerConductorCalls(broker);
    for (int i = 0; i < 20; i++) {
      assertThat(calls.call(queue, "test", "question " + i, SOON))
          .isEqualTo("answer to question " + i);
    }
    assertThatThrownBy(() -> calls.call("of nobody", "test", "?", SOON))
        .hasMessageContaining("accepts requests now");
  }

  @Test
  void what_was_begun_is_finished_when_a_process_stops_and_nothing_new_is_taken() throws Exception {
    var gate = new CountDownLatch(1);
    var subscription =
        listen(
            10,
            _ -> {
              pass(gate);
              return HandlingResult.DONE;
            });
    publish("begun");
    await().atMost(SOON).until(() -> heard.size() == 1);
    subscription.stop(SOON);
    await().atMost(SOON).until(() -> !subscription.isConsuming());
    publish("left to others");
    gate.countDown();
    subscription.awaitEnd();
    assertThat(heard).containsExactly("begun");
    await().atMost(SOON).until(() -> waiting(queue) == 1);
  }

  private Subscription listen(int atOnce, Subscription.Handler handler) {
    var subscription =
        Subscription.start(
            broker,
            Queue.ofCommands(queue),
            atOnce,
            message -> {
              heard.add(message.text());
              return handler.handle(message);
            });
    subscriptions.add(subscription);
    await().atMost(SOON).until(subscription::isConsuming);
    return subscription;
  }

  private void publish(String text) throws Exception {
    publisher.toQueue(queue, text).toCompletableFuture().get(5, TimeUnit.SECONDS);
  }

  private long waiting(String name) throws Exception {
    try (var channel = broker.consuming().channel()) {
      return channel.messageCount(name);
    }
  }

  private GetResponse get(Channel channel) {
    return await()
        .atMost(SOON)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> channel.basicGet(queue, false), Objects::nonNull);
  }

  private boolean isTaken(String text) throws Exception {
    return publisher
        .toQueue(queue, text)
        .toCompletableFuture()
        .handle((_, failure) -> failure == null)
        .get(10, TimeUnit.SECONDS);
  }

  private static void pass(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
