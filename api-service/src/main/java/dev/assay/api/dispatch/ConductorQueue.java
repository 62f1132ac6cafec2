package dev.assay.api.dispatch;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that the conductors' queue exists before anything is published. It has a connection of
 * its own, on which it declares exchange, queue and binding whenever the connection is made; while
 * that connection stands, the queue counts as there. {@link BrokerCalls} asks over it. A broker
 * that loses its queues does so by stopping, which ends the connection, too. In one process with
 * the conductor there is no broker: then the outgoing channel is disabled, and the queue always
 * counts as there.
 */
@ApplicationScoped
public class ConductorQueue {
  /** Exchange and queue. */
  private static final String NAME = "assay.conductor";

  private static final String ROUTING_KEY = "command";

  /** Those of conductor-service's channel conductor-in: the broker refuses any other. */
  private static final Map<String, Object> ARGUMENTS =
      Map.of(
          "x-queue-type",
          "quorum",
          "x-delivery-limit",
          1000,
          "x-dead-letter-exchange",
          NAME + ".dead",
          "x-dead-letter-routing-key",
          ROUTING_KEY);

  private static final Logger LOG = Logger.getLogger(ConductorQueue.class);
  private static final long RETRY_MILLIS = 1000;

  private final ConnectionFactory broker = new ConnectionFactory();
  private final boolean needed;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile @Nullable Connection connected;
  private @Nullable Thread thread;

  ConductorQueue(
      @ConfigProperty(name = "assay.broker.host") String host,
      @ConfigProperty(name = "assay.broker.port") int port,
      @ConfigProperty(name = "assay.broker.username") String username,
      @ConfigProperty(name = "assay.broker.password") String password,
      @ConfigProperty(name = "assay.broker.virtual-host") String virtualHost,
      @ConfigProperty(name = "assay.broker.ssl", defaultValue = "false") boolean ssl,
      @ConfigProperty(name = "mp.messaging.outgoing.conductor-out.enabled", defaultValue = "true")
          boolean enabled,
      @ConfigProperty(name = "mp.messaging.outgoing.conductor-out.connector") String connector) {
    needed = enabled && connector.equals("smallrye-rabbitmq");
    broker.setHost(host);
    broker.setPort(port);
    broker.setUsername(username);
    broker.setPassword(password);
    broker.setVirtualHost(virtualHost);
    broker.setAutomaticRecoveryEnabled(false);
    broker.setConnectionTimeout(2000);
    broker.setChannelRpcTimeout(5000);
    broker.setRequestedHeartbeat(5);
  }

  /** True while the queue is known to exist. */
  boolean ready() {
    return !needed || connection().isPresent();
  }

  /** The connection while the queue is known to exist; empty also when there is no broker. */
  Optional<Connection> connection() {
    return Optional.ofNullable(connected).filter(Connection::isOpen);
  }

  void start(@Observes StartupEvent started) {
    if (needed) {
      thread = Thread.ofVirtual().name("conductor-queue").start(this::run);
    }
  }

  void stop(@Observes ShutdownEvent stopped) throws InterruptedException {
    stopping.countDown();
    if (thread != null) {
      thread.join(RETRY_MILLIS * 5);
    }
  }

  private void run() {
    try {
      do {
        try (var connection = broker.newConnection("assay-api queue")) {
          keep(connection);
        } catch (IOException | TimeoutException | RuntimeException e) {
          LOG.debugf("The broker does not answer: %s", e.toString());
        } finally {
          connected = null;
        }
      } while (!stopping.await(RETRY_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Declares, then waits for the end of the connection or of this process. */
  private void keep(Connection connection) throws IOException, InterruptedException {
    var ended = new CountDownLatch(1);
    connection.addShutdownListener(_ -> ended.countDown());
    try (var channel = connection.createChannel()) {
      channel.exchangeDeclare(NAME, BuiltinExchangeType.DIRECT, true);
      channel.queueDeclare(NAME, true, false, false, ARGUMENTS);
      channel.queueBind(NAME, NAME, ROUTING_KEY);
    } catch (TimeoutException e) {
      throw new IOException("the broker did not close the channel in time", e);
    }
    connected = connection;
    LOG.infof("Connected to the broker at %s:%d.", broker.getHost(), broker.getPort());
    while (ended.getCount() > 0 && !stopping.await(100, TimeUnit.MILLISECONDS)) {
      // the connection stands
    }
  }
}
