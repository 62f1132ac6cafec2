package dev.assay.broker;

import com.rabbitmq.client.ConnectionFactory;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;

/**
 * The connections of this process to RabbitMQ: one for publishing and one for consuming, because
 * the broker stops reading from a connection that publishes when it runs out of memory or disk.
 * Nothing is ever published on the consuming connection, or acknowledgements would be blocked too.
 * Each connection is opened on first use, and again after it was lost.
 */
@ApplicationScoped
public class Broker {
  private static final int CONNECT_MILLIS = 2000;
  private static final int RESPONSE_MILLIS = 5000;
  private static final Duration MIN_HEARTBEAT = Duration.ofSeconds(1);
  private static final Duration MAX_HEARTBEAT = Duration.ofSeconds(60);

  private final ReconnectingConnection publishing;
  private final ReconnectingConnection consuming;
  private final Publisher answers;

  @Inject
  Broker(BrokerConfig config) {
    this(factory(config), config);
  }

  /** Connects with {@code factory}. */
  Broker(ConnectionFactory factory, BrokerConfig config) {
    var errorLog = new ConnectionErrorLog(config);
    this.publishing = new ReconnectingConnection(factory, "assay publishing", errorLog);
    this.consuming = new ReconnectingConnection(factory, "assay consuming", errorLog);
    this.answers = new Publisher(this);
  }

  /** Creates this bean at startup, so that an invalid configuration stops the start. */
  void start(@Observes @Priority(10) StartupEvent started) {}

  /** Runs after all components that send or finish work in progress. */
  void stop(@Observes @Priority(6000) ShutdownEvent stopped) {
    close();
  }

  void close() {
    publishing.close();
    consuming.close();
  }

  ReconnectingConnection publishing() {
    return publishing;
  }

  ReconnectingConnection consuming() {
    return consuming;
  }

  /** The publisher for replies to requests. */
  Publisher answers() {
    return answers;
  }

  private static ConnectionFactory factory(BrokerConfig config) {
    if (config.sslCaFile().isPresent() && !config.ssl()) {
      throw new IllegalArgumentException(
          "assay.broker.ssl-ca-file is set, but assay.broker.ssl is false: set it to true, or leave"
              + " the file out.");
    }
    var heartbeat = config.heartbeat();
    if (heartbeat.compareTo(MIN_HEARTBEAT) < 0 || heartbeat.compareTo(MAX_HEARTBEAT) > 0) {
      throw new IllegalArgumentException(
          "assay.broker.heartbeat must be from 1s to 60s, not " + heartbeat);
    }
    var factory = new ConnectionFactory();
    factory.setHost(config.host());
    factory.setPort(config.port());
    factory.setUsername(config.username());
    factory.setPassword(config.password());
    factory.setVirtualHost(config.virtualHost());
    factory.setRequestedHeartbeat((int) heartbeat.toSeconds());
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(RESPONSE_MILLIS);
    factory.setChannelRpcTimeout(RESPONSE_MILLIS);
    factory.setShutdownTimeout(CONNECT_MILLIS);
    // Consumers declare and consume again themselves, which is more than the client would recover.
    factory.setAutomaticRecoveryEnabled(false);
    // Heartbeats must be sent while hooks keep every carrier of virtual threads busy.
    factory.setThreadFactory(
        Thread.ofPlatform()
            .daemon()
            .name("broker-", 0)
            .inheritInheritableThreadLocals(false) // else the log names the command that connected
            .factory());
    factory.setSharedExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("broker-in-", 0).factory()));
    if (config.ssl()) {
      factory.useSslProtocol(TrustedAuthorities.context(config.sslCaFile()));
      factory.enableHostnameVerification();
    }
    return factory;
  }

  /** Thrown when the broker cannot be reached. */
  static final class NotReached extends IOException {
    private static final long serialVersionUID = 1L;

    NotReached(String sentence, Throwable cause) {
      super(sentence, cause);
    }
  }
}
