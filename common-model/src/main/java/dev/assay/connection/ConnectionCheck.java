package dev.assay.connection;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.postgresql.Driver;

/**
 * Checks at startup the security of the connections to database and broker. Stops the start when a
 * server on another host would be used with a built-in password, which everybody can read in this
 * source. Logs a warning for a connection to another host without TLS or, to the database, without
 * sslmode=verify-full.
 */
@ApplicationScoped
public class ConnectionCheck {
  private static final Logger LOG = Logger.getLogger(ConnectionCheck.class);
  private static final int BEFORE_SCHEMA = -2000;

  /** The default in microprofile-config.properties. */
  static final String DATABASE_PASSWORD = "assay";

  /** The default of assay.broker.password, an option of the module broker. */
  public static final String BROKER_PASSWORD = "guest";

  private final String databaseUrl;
  private final Optional<String> databasePassword;
  private final String brokerHost;
  private final String brokerPassword;
  private final boolean brokerTls;

  ConnectionCheck(
      @ConfigProperty(name = "assay.database.url") String databaseUrl,
      @ConfigProperty(name = "assay.database.password") Optional<String> databasePassword,
      @ConfigProperty(name = "assay.broker.host", defaultValue = "127.0.0.1") String brokerHost,
      @ConfigProperty(name = "assay.broker.password", defaultValue = BROKER_PASSWORD)
          String brokerPassword,
      @ConfigProperty(name = "assay.broker.ssl", defaultValue = "false") boolean brokerTls) {
    this.databaseUrl = databaseUrl;
    this.databasePassword = databasePassword;
    this.brokerHost = brokerHost;
    this.brokerPassword = brokerPassword;
    this.brokerTls = brokerTls;
  }

  void check(@Observes @Priority(BEFORE_SCHEMA) StartupEvent started) {
    database();
    otherHost(List.of(brokerHost)).ifPresent(this::broker);
  }

  private void broker(String host) {
    if (brokerPassword.equals(BROKER_PASSWORD)) {
      refuse("RabbitMQ", "broker", host);
    }
    if (!brokerTls) {
      LOG.warnf(
          "The connection to RabbitMQ at %s is not protected by TLS, so others on the network can"
              + " read it: set assay.broker.ssl to true, and assay.broker.port to that of TLS,"
              + " usually 5671.",
          host);
    }
  }

  private void database() {
    var found = Driver.parseURL(databaseUrl, new Properties());
    if (found == null) {
      throw new IllegalStateException(
          "assay.database.url cannot be read: write jdbc:postgresql://HOST:PORT/DATABASE?NAME=VALUE.");
    }
    if (found.containsKey("socketFactory")) {
      return; // a Unix domain socket
    }
    var host = otherHost(List.of(found.getProperty("PGHOST", "localhost").split(",")));
    var password = found.getProperty("password", databasePassword.orElse(""));
    if (host.isPresent() && password.equals(DATABASE_PASSWORD)) {
      refuse("PostgreSQL", "database", host.get());
    }
    if (host.isPresent() && !"verify-full".equals(found.getProperty("sslmode"))) {
      LOG.warnf(
          "The connection to PostgreSQL at %s is not protected by TLS with a verified certificate:"
              + " add sslmode=verify-full and sslrootcert to assay.database.url.",
          host.get());
    }
  }

  private static void refuse(String server, String section, String host) {
    throw new IllegalStateException(
        "assay.%1$s.password is the built-in default, which everybody knows, and %2$s is at %3$s, not on this host: give the user of %2$s another password, and set assay.%1$s.username and assay.%1$s.password (ASSAY_%4$s_USERNAME and ASSAY_%4$s_PASSWORD in the environment)."
            .formatted(section, server, host, section.toUpperCase(Locale.ROOT)));
  }

  /** Returns the first of {@code hosts} that is not this host. */
  private static Optional<String> otherHost(List<String> hosts) {
    return hosts.stream().map(String::strip).filter(host -> !loopback(host)).findFirst();
  }

  private static boolean loopback(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException _) {
      return false; // this host can resolve its own names
    }
  }
}
