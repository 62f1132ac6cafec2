package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Requests and replies over the broker, with failures at various moments. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestsTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String PUBLISHING = "assay publishing";

  private final ScriptedBroker script = new ScriptedBroker();
  private final Broker broker = script.broker();
  private final BrokerConductorCalls calls = new BrokerConductorCalls(broker);

  @AfterEach
  void end() {
    broker.close();
  }

  @Test
  void answers_go_over_the_connection_that_publishes() throws Exception {
    var subscription =
        Subscription.start(
            broker,
            Queue.ofRequests("assay.question/g/d"),
            1,
            request -> {
              request.answer("yes");
              return HandlingResult.DONE;
            });
    await()
        .atMost(SOON)
        .until(() -> !script.channels.isEmpty() && script.channels.getFirst().isConsumed());
    var consuming = script.channels.getFirst();
    consuming.deliver(7, "?");

    await().atMost(SOON).until(() -> consuming.settled.contains(7L));
    subscription.stop(SOON);
    subscription.awaitEnd();
    assertThat(consuming.connection).isNotEqualTo(PUBLISHING);
    assertThat(consuming.published).isEmpty();
    var answering = script.channels.getLast();
    assertThat(answering.connection).isEqualTo(PUBLISHING);
    assertThat(answering.published).containsExactly("amq.rabbitmq.reply-to.x");
  }

  @Test
  void questions_are_asked_over_the_connection_that_publishes() {
    script.answer("yes");
    assertThat(ask(SOON)).isEqualTo("yes");
    assertThat(script.channels)
        .singleElement()
        .satisfies(channel -> assertThat(channel.connection).isEqualTo(PUBLISHING))
        .satisfies(
            channel -> assertThat(channel.published).containsExactly("assay.question/g/redfish"));
  }

  @Test
  void a_broker_that_takes_nothing_is_asked_for_no_channel() throws Exception {
    script.answer("yes");
    assertThat(ask(SOON)).isEqualTo("yes");
    script.block(true);
    refused("low on memory or disk space", "could not be asked", "Nothing was done");
    assertThat(script.channels).hasSize(1);

    script.block(false);
    assertThat(ask(SOON)).isEqualTo("yes");
  }

  @Test
  void a_broker_that_fails_before_the_question_is_sent_was_not_asked() {
    script.fallSilent();
    refused("could not be asked", "Nothing was done");
  }

  @Test
  void a_broker_that_fails_afterwards_may_have_been() {
    script.refuseToPublish(
        new com.rabbitmq.client.AlreadyClosedException(
            new com.rabbitmq.client.ShutdownSignalException(
                true,
                false,
                new com.rabbitmq.client.AMQP.Connection.Close.Builder().build(),
                this)));
    refused("may still be carried out");
  }

  @Test
  void when_the_time_is_over_before_the_question_is_sent_nobody_is_asked() {
    assertThatThrownBy(() -> ask(Duration.ZERO))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("could not be asked in time");
    assertThat(script.channels.getFirst().published).isEmpty();
  }

  @Test
  void without_takers_nobody_is_asked() {
    script.nobodyConsumes();
    refused("No conductor for driver redfish");
  }

  private void refused(String... words) {
    assertThatThrownBy(() -> ask(SOON))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageContainingAll(words);
  }

  private String ask(Duration limit) {
    return calls.call("redfish", "g", "{}", limit);
  }
}
