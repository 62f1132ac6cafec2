package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.message.MessageTransport.NobodyTakes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PublisherTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final ScriptedBroker script = new ScriptedBroker();
  private final Broker broker = script.broker();
  private final Publisher publisher = new Publisher(broker);

  @AfterEach
  void end() {
    broker.close();
  }

  @Test
  void after_a_message_that_the_client_cannot_send_the_channel_is_given_up() {
    assertThat(publisher.toQueue("one", "{}").toCompletableFuture()).succeedsWithin(SOON);
    script.refuseToPublish(new IllegalArgumentException("Short string too long"));
    assertThat(publisher.toQueue("two", "{}").toCompletableFuture()).failsWithin(SOON);
    script.refuseToPublish(null);
    assertThat(publisher.toQueue("three", "{}").toCompletableFuture()).succeedsWithin(SOON);

    assertThat(script.channels).hasSize(2);
    assertThat(script.channels.getFirst().isOpen()).isFalse();
    assertThat(script.channels.getLast().published).containsExactly("three");
  }

  @Test
  void a_queue_whose_name_is_too_long_has_no_takers_and_costs_no_channel() {
    assertThat(publisher.toQueue("é".repeat(127) + "ab", "{}").toCompletableFuture())
        .failsWithin(SOON)
        .withThrowableThat()
        .withCauseInstanceOf(NobodyTakes.class);
    assertThat(publisher.toQueue("é".repeat(127) + "a", "{}").toCompletableFuture())
        .succeedsWithin(SOON);
    assertThat(script.channels).hasSize(1);
  }
}
