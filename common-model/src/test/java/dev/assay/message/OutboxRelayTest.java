package dev.assay.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.Loops;
import dev.assay.message.Outbox.Destination;
import dev.assay.message.Outbox.Row;
import dev.assay.tracing.Tracing;
import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.enterprise.inject.Instance;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.hibernate.Session;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** How many messages are in flight at once; OutboxDatabaseTest tests the rest. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxRelayTest {
  private static final OutboxConfig TWO_AT_ONCE =
      new OutboxConfig() {
        @Override
        public Duration pollInterval() {
          return Duration.ofSeconds(1);
        }

        @Override
        public Duration redeliverAfter() {
          return Duration.ofSeconds(5);
        }

        @Override
        public int inFlight() {
          return 2;
        }
      };

  @Test
  void what_is_under_way_takes_room_from_its_own_kind_only() {
    var relay = relay(_ -> new CompletableFuture<>()); // none is ever delivered

    relay.carry(new Row(1, Destination.STARTS, null, "{}"));
    assertThat(relay.hasRoom(Destination.STARTS)).isTrue();
    relay.carry(new Row(2, Destination.STARTS, null, "{}"));

    assertThat(relay.hasRoom(Destination.STARTS)).isFalse();
    assertThat(relay.hasRoom(Destination.CONDUCTORS)).isTrue();
    assertThat(relay.hasRoom(Destination.EVERYONE)).isTrue();
  }

  private static OutboxRelay relay(MessageTransport transport) {
    var outbox =
        new Outbox(
            unused(Session.class),
            unused(TransactionSynchronizationRegistry.class),
            TWO_AT_ONCE,
            Tracing.OFF);
    var loops = new Loops();
    return new OutboxRelay(
        outbox,
        TWO_AT_ONCE,
        only(transport),
        new DatabaseOutage(unused(AgroalDataSource.class), loops),
        new SimpleMeterRegistry(),
        loops);
  }

  @SuppressWarnings("unchecked")
  private static Instance<MessageTransport> only(MessageTransport transport) {
    return (Instance<MessageTransport>)
        Proxy.newProxyInstance(
            Instance.class.getClassLoader(),
            new Class<?>[] {Instance.class},
            (_, method, _) -> {
              if (method.getName().equals("get")) {
                return transport;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private static <T> T unused(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> {
              throw new UnsupportedOperationException(method.getName());
            }));
  }
}
