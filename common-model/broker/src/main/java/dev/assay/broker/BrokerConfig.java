package dev.assay.broker;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The connection to RabbitMQ. The all-in-one process uses none and reads none of these options. */
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

  /** Use TLS, and reject a broker whose certificate is not for `assay.broker.host`. */
  @WithDefault("false")
  boolean ssl();

  /**
   * File in PEM format with the certificate authorities that may have signed the broker's
   * certificate; without it, those that Java trusts. Needs `assay.broker.ssl`.
   */
  Optional<Path> sslCaFile();

  /**
   * Heartbeat interval. Either side closes a connection on which it hears nothing for two to three
   * times this long: the commands of a frozen conductor then go to another one. Whole seconds, 1s
   * to 60s.
   */
  @WithDefault("2s")
  Duration heartbeat();
}
