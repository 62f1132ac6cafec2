package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.message.MessageTransport.NobodyTakes;
import dev.assay.message.Outbox.Destination;
import dev.assay.message.Outbox.Row;
import dev.assay.message.Route;
import dev.assay.time.Stopwatch;
import dev.assay.tracing.Spans;
import dev.assay.tracing.Tracing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BrokerTransportTest {
  private final ScriptedBroker scripted = new ScriptedBroker();
  private final Broker broker = scripted.broker();
  private final AtomicLong nanos = new AtomicLong();
  private final Stopwatch stopwatch =
      new Stopwatch() {
        @Override
        public long nanos() {
          return nanos.get();
        }
      };

  @AfterEach
  void end() {
    broker.close();
  }

  static Stream<Tracing> tracings() {
    return Stream.of(Tracing.OFF, Spans.recorded().tracing());
  }

  /** The relay has to recognise it: such messages wait without being a backlog. */
  @ParameterizedTest
  @MethodSource("tracings")
  void a_message_without_a_receiver_fails_as_such_with_and_without_tracing(Tracing tracing) {
    var transport = new BrokerTransport(broker, tracing, stopwatch);
    var tooLong = new Route("g".repeat(300), "redfish");
    var failure = new CompletableFuture<Throwable>();

    transport
        .deliver(new Row(1, Destination.CONDUCTORS, tooLong, "{}"))
        .whenComplete((_, thrown) -> failure.complete(thrown));

    assertThat(failure.join()).isInstanceOf(NobodyTakes.class);
    assertThat(transport.room(Destination.CONDUCTORS)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void while_the_broker_takes_nothing_one_message_a_second_tries_it() throws Exception {
    var transport = new BrokerTransport(broker, Tracing.OFF, stopwatch);
    var row = new Row(1, Destination.EVERYONE, null, "{}");
    assertThat(transport.deliver(row)).succeedsWithin(Duration.ofSeconds(5));
    assertThat(transport.room(Destination.CONDUCTORS)).isEqualTo(Integer.MAX_VALUE);

    scripted.block(true);
    assertThat(transport.deliver(row)).failsWithin(Duration.ofSeconds(5));
    assertThat(transport.room(Destination.CONDUCTORS)).isZero();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(transport.room(Destination.CONDUCTORS)).isEqualTo(1);
    assertThat(transport.deliver(row)).failsWithin(Duration.ofSeconds(5));
    assertThat(transport.room(Destination.CONDUCTORS)).isZero();

    scripted.block(false);
    assertThat(transport.deliver(row)).succeedsWithin(Duration.ofSeconds(5));
    assertThat(transport.room(Destination.CONDUCTORS)).isEqualTo(Integer.MAX_VALUE);
  }
}
