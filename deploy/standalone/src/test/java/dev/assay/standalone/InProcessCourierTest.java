package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.broker.Verdict;
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
class InProcessCourierTest {
  private static final Row COMMAND = new Row(1, Destination.CONDUCTORS, null, "a command");
  private static final Row START = new Row(2, Destination.STARTS, null, "a start");

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger carriedOut = new AtomicInteger();

  @Test
  void a_command_that_cannot_be_read_is_dropped() {
    var courier = courier(1, _ -> Verdict.DEAD);

    assertThat(courier.deliver(COMMAND)).isCompleted();
  }

  @Test
  void a_command_that_failed_is_to_be_delivered_again() {
    var courier = courier(1, _ -> Verdict.AGAIN);

    assertThatThrownBy(() -> deliver(courier, COMMAND)).hasMessage("it could not be carried out");
    assertThat(courier.room(Destination.CONDUCTORS)).isEqualTo(1);
  }

  @Test
  void while_it_stops_nothing_is_begun_and_what_is_under_way_may_end() throws Exception {
    var courier = courier(2, this::whenTold);
    var first = Thread.ofVirtual().start(() -> deliver(courier, COMMAND));
    begun.await();
    assertThat(courier.room(Destination.CONDUCTORS)).isEqualTo(1);

    var stop = stop(courier);
    await().until(() -> courier.room(Destination.CONDUCTORS) == 0);

    assertThat(courier.room(Destination.STARTS)).isZero();
    for (var row : List.of(COMMAND, START)) {
      assertThatThrownBy(() -> deliver(courier, row)).hasMessageStartingWith("the process stops");
    }
    assertThat(stop.isAlive()).isTrue();
    end.countDown();
    first.join();
    stop.join();
    assertThat(carriedOut).hasValue(1);
  }

  @Test
  void a_command_that_waits_for_its_turn_is_not_begun_when_it_stops() throws Exception {
    var courier = courier(1, this::whenTold);
    var first = Thread.ofVirtual().start(() -> deliver(courier, COMMAND));
    begun.await();
    var second = Thread.ofVirtual().start(() -> refused(courier));
    await().until(() -> second.getState() == Thread.State.WAITING);

    var stop = stop(courier);
    await().until(() -> courier.room(Destination.STARTS) == 0);
    end.countDown();

    first.join();
    second.join();
    stop.join();
    assertThat(carriedOut).hasValue(1);
  }

  private Verdict whenTold(String message) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    carriedOut.incrementAndGet();
    return Verdict.DONE;
  }

  private static Thread stop(InProcessCourier courier) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                courier.stop(new ShutdownEvent());
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static void deliver(InProcessCourier courier, Row row) {
    courier.deliver(row).toCompletableFuture().join();
  }

  private static void refused(InProcessCourier courier) {
    assertThatThrownBy(() -> deliver(courier, COMMAND)).isInstanceOf(IllegalStateException.class);
  }

  private static InProcessCourier courier(int atOnce, Function<String, Verdict> conductor) {
    var config =
        new SmallRyeConfigBuilder()
            .withMapping(ConductorConfig.class)
            .withConverter(Duration.class, 200, new DurationConverter())
            .withDefaultValue("assay.conductor.workers", Integer.toString(atOnce))
            .withDefaultValue("assay.conductor.max-concurrent-starts", Integer.toString(atOnce))
            .build()
            .getConfigMapping(ConductorConfig.class);
    return new InProcessCourier(conductor, _ -> {}, () -> {}, List::of, config);
  }
}
