package dev.assay.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A broker configuration with the defaults of RabbitMQ for all other options. */
record Settings(String host, int port, boolean ssl, Optional<Path> sslCaFile)
    implements BrokerConfig {
  static Settings plain(int port) {
    return new Settings("127.0.0.1", port, false, Optional.empty());
  }

  static Settings tls(String host, int port, Path authority) {
    return new Settings(host, port, true, Optional.of(authority));
  }

  @Override
  public String username() {
    return "guest";
  }

  @Override
  public String password() {
    return "guest";
  }

  @Override
  public String virtualHost() {
    return "/";
  }

  @Override
  public Duration heartbeat() {
    return Duration.ofSeconds(2);
  }
}
