package dev.assay.broker;

import static org.awaitility.Awaitility.await;

import dev.assay.broker.ScriptedBroker.ScriptedChannel;
import dev.assay.message.AnnouncementReceiver;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AnnouncementsTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final ScriptedBroker script = new ScriptedBroker();
  private final Broker broker = script.broker();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Announcements announcements = new Announcements(broker, new Recorder());

  /** Records the calls in their order. */
  private final class Recorder implements AnnouncementReceiver {
    @Override
    public void receive(String message) {
      calls.add(message);
      if (message.equals("not now")) {
        throw new IllegalStateException("the database is down");
      }
    }

    @Override
    public void subscribed() {
      calls.add("subscribed");
    }

    @Override
    public void unsubscribed() {
      calls.add("unsubscribed");
    }
  }

  @BeforeEach
  void start() {
    announcements.start(new StartupEvent());
  }

  @AfterEach
  void end() {
    announcements.stop(new ShutdownEvent());
    broker.close();
  }

  @Test
  void an_announcement_is_acknowledged_when_its_receiver_has_handled_it() throws Exception {
    var channel = consumed(0);
    channel.deliver(1, "one");

    await().atMost(SOON).until(() -> channel.settled.equals(List.of(1L)));
    await().atMost(SOON).until(() -> calls.equals(List.of("subscribed", "one")));
  }

  @Test
  void an_announcement_that_its_receiver_cannot_handle_is_delivered_again() throws Exception {
    var channel = consumed(0);
    channel.deliver(1, "not now");

    await().atMost(SOON).until(() -> channel.givenBack.equals(List.of(1L)));
  }

  @Test
  void the_receiver_is_told_of_a_loss_and_that_it_is_subscribed_again() {
    consumed(0).close("PRECONDITION_FAILED");
    var _ = consumed(1);

    await()
        .atMost(SOON)
        .until(() -> calls.equals(List.of("subscribed", "unsubscribed", "subscribed")));
  }

  @Test
  void nothing_is_consumed_when_the_process_stops() {
    var channel = consumed(0);

    announcements.stop(new ShutdownEvent());

    await().atMost(SOON).until(channel::isCancelled);
  }

  private ScriptedChannel consumed(int index) {
    await()
        .atMost(SOON)
        .until(
            () ->
                script.channels.size() > index
                    && Collections.frequency(calls, "subscribed") > index);
    return script.channels.get(index);
  }
}
