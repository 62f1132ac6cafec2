package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.impl.LongStringHelper;
import dev.assay.broker.ReceivedMessage.Death;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What the headers tell that RabbitMQ adds to a message. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReceivedMessageTest {
  private final ScriptedBroker script = new ScriptedBroker();
  private final Broker broker = script.broker();

  @AfterEach
  void end() {
    broker.close();
  }

  @Test
  void a_first_delivery_has_none() throws Exception {
    assertThat(received(null).deliveries()).isOne();
    assertThat(received(Map.of()).deliveries()).isOne();
    assertThat(received(Map.of("x-delivery-count", 0L)).deliveries()).isOne();
    assertThat(received(null).death()).isEmpty();
  }

  @Test
  void deliveries_are_counted() throws Exception {
    assertThat(received(Map.of("x-delivery-count", 1)).deliveries()).isEqualTo(2);
    assertThat(received(Map.of("x-delivery-count", Long.MAX_VALUE)).deliveries())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void the_last_death_says_where_and_why() throws Exception {
    var last = death("assay.conductor", "rejected");
    var first = death("other", "expired");

    assertThat(received(Map.of("x-death", List.of(last, first))).death())
        .contains(new Death("assay.conductor", "rejected"));
  }

  @Test
  void headers_of_another_form_are_ignored() throws Exception {
    var message = received(Map.of("x-delivery-count", "many", "x-death", List.of("today")));

    assertThat(message.deliveries()).isOne();
    assertThat(message.death()).isEmpty();
    assertThat(received(Map.of("x-death", List.of())).death()).isEmpty();
  }

  private static Map<String, Object> death(String queue, String reason) {
    return Map.of(
        "queue",
        LongStringHelper.asLongString(queue),
        "reason",
        LongStringHelper.asLongString(reason),
        "count",
        1L);
  }

  private ReceivedMessage received(@Nullable Map<String, Object> headers) throws Exception {
    var properties = new AMQP.BasicProperties.Builder().headers(headers).build();
    var envelope = new Envelope(1, false, "", "queue");
    return new ReceivedMessage(
        broker, broker.consuming().channel(), new Delivery(envelope, properties, new byte[0]));
  }
}
