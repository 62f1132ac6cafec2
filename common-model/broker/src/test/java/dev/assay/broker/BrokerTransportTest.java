package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.message.MessageTransport.NobodyTakes;
import dev.assay.message.Outbox.Destination;
import dev.assay.message.Outbox.Row;
import dev.assay.message.Route;
import dev.assay.tracing.Spans;
import dev.assay.tracing.Tracing;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BrokerTransportTest {
  private final Broker broker = new ScriptedBroker().broker();

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
    var transport = new BrokerTransport(broker, tracing);
    var tooLong = new Route("g".repeat(300), "redfish");
    var failure = new CompletableFuture<Throwable>();

    transport
        .deliver(new Row(1, Destination.CONDUCTORS, tooLong, "{}"))
        .whenComplete((_, thrown) -> failure.complete(thrown));

    assertThat(failure.join()).isInstanceOf(NobodyTakes.class);
  }
}
