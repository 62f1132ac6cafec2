package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.broker.HandlingResult;
import dev.assay.message.Outbox.Destination;
import dev.assay.message.Outbox.Row;
import dev.assay.registration.ConductorConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InProcessTransportTest {
  private static final Row COMMAND = new Row(1, Destination.CONDUCTORS, null, "a command");
  private static final Row START = new Row(2, Destination.STARTS, null, "a start");

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger carriedOut = new AtomicInteger();

  @Test
  void a_command_that_failed_is_to_be_delivered_again() {
    var transport = transport(1, _ -> HandlingResult.AGAIN);

    assertThatThrownBy(() -> deliver(transport, COMMAND))
        .hasMessage("the command could not be executed now and will be retried");
    assertThat(transport.room(Destination.CONDUCTORS)).isEqualTo(1);
  }

  @Test
  void while_it_stops_nothing_is_begun_and_what_is_under_way_may_end() throws Exception {
    var transport = transport(2, this::whenTold);
    var first = Thread.ofVirtual().start(() -> deliver(transport, COMMAND));
    begun.await();
    assertThat(transport.room(Destination.CONDUCTORS)).isEqualTo(1);

    var stop = stop(transport);
    await().until(() -> transport.room(Destination.CONDUCTORS) == 0);

    assertThat(transport.room(Destination.STARTS)).isZero();
    for (var row : List.of(COMMAND, START)) {
      assertThatThrownBy(() -> deliver(transport, row))
          .hasMessageStartingWith("the process is shutting down");
    }
    assertThat(stop.isAlive()).isTrue();
    end.countDown();
    first.join();
    stop.join();
    assertThat(carriedOut).hasValue(1);
  }

  @Test
  void a_command_that_waits_for_its_turn_is_not_begun_when_it_stops() throws Exception {
    var transport = transport(1, this::whenTold);
    var first = Thread.ofVirtual().start(() -> deliver(transport, COMMAND));
    begun.await();
    var second = Thread.ofVirtual().start(() -> refused(transport));
    await().until(() -> second.getState() == Thread.State.WAITING);

    var stop = stop(transport);
    await().until(() -> transport.room(Destination.STARTS) == 0);
    end.countDown();

    first.join();
    second.join();
    stop.join();
    assertThat(carriedOut).hasValue(1);
  }

  private HandlingResult whenTold(String message) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    carriedOut.incrementAndGet();
    return HandlingResult.DONE;
  }

  private static Thread stop(InProcessTransport transport) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                transport.stop(new ShutdownEvent());
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static void deliver(InProcessTransport transport, Row row) {
    transport.deliver(row).toCompletableFuture().join();
  }

  private static void refused(InProcessTransport transport) {
    assertThatThrownBy(() -> deliver(transport, COMMAND)).isInstanceOf(IllegalStateException.class);
  }

  private InProcessTransport transport(int atOnce, Function<String, HandlingResult> conductor) {
    var config =
        new SmallRyeConfigBuilder()
            .withMapping(ConductorConfig.class)
            .withConverter(Duration.class, 200, new DurationConverter())
            .withDefaultValue("assay.conductor.workers", Integer.toString(atOnce))
            .withDefaultValue("assay.conductor.max-concurrent-starts", Integer.toString(atOnce))
            .build()
            .getConfigMapping(ConductorConfig.class);
    return new InProcessTransport(conductor, _ -> {}, () -> {}, () -> {}, List::of, config);
  }
}
