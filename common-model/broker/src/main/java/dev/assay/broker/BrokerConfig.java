package dev.assay.broker;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** RabbitMQ. The all-in-one process needs none and reads none of this. */
@ConfigMapping(prefix = "assay.broker")
public interface BrokerConfig {
  /** Host of RabbitMQ. With TLS, the name that its certificate must have. */
  @WithDefault("127.0.0.1")
  String host();

  /** Its AMQP port, usually 5671 with TLS. */
  @WithDefault("5672")
  int port();

  /** Its user. */
  @WithDefault("guest")
  String username();

  /** The user's password. */
  @WithDefault("guest")
  String password();

  /** The virtual host. */
  @WithDefault("/")
  String virtualHost();

  /** Use TLS, and refuse a broker whose certificate is not for `assay.broker.host`. */
  @WithDefault("false")
  boolean ssl();

  /**
   * File in PEM format with the authorities that may have signed the broker's certificate; those
   * that Java trusts when not given. Needs `assay.broker.ssl`.
   */
  Optional<Path> sslCaFile();

  /**
   * A connection on which nothing is heard for two to three times this long is given up, by either
   * side: a frozen conductor's commands then go to another. Whole seconds, 1s to 60s.
   */
  @WithDefault("2s")
  Duration heartbeat();
}
