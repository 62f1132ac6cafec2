package dev.assay.conductor.membership;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A connection for the heartbeat alone, so that it waits neither for the pool, whose connections
 * work may have taken, nor for the disk. It is configured as those of the pool, but with shorter
 * timeouts, and is opened again after a failure.
 */
final class HeartbeatConnection implements AutoCloseable {
  private final AgroalDataSource single;

  /** The statements that the heartbeat runs. */
  interface Beat {
    void over(Connection connection) throws SQLException;
  }

  /**
   * Configures the connection and opens none yet.
   *
   * @param limit for each step: connecting, and the reply to a statement
   */
  HeartbeatConnection(AgroalDataSource pool, Duration limit) {
    var initialSql =
        pool.getConfiguration()
            .connectionPoolConfiguration()
            .connectionFactoryConfiguration()
            .initialSql();
    var own = copySettings(pool);
    var seconds = String.valueOf(Math.max(1, limit.toSeconds()));
    own.jdbcProperty("socketTimeout", seconds)
        .jdbcProperty("loginTimeout", seconds)
        .initialSql(
            "%s; set statement_timeout = %d; set synchronous_commit = off"
                .formatted(initialSql, limit.toMillis()));
    try {
      single =
          AgroalDataSource.from(
              new AgroalDataSourceConfigurationSupplier()
                  .connectionPoolConfiguration(
                      it ->
                          it.maxSize(1)
                              .acquisitionTimeout(limit)
                              .connectionFactoryConfiguration(own)));
    } catch (SQLException e) {
      throw new IllegalStateException("the heartbeat's connection cannot be configured", e);
    }
  }

  /**
   * Copies the settings one by one: the constructor that takes a configuration would share its
   * properties.
   */
  private static AgroalConnectionFactoryConfigurationSupplier copySettings(AgroalDataSource pool) {
    var theirs =
        pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
    var copy =
        new AgroalConnectionFactoryConfigurationSupplier()
            .jdbcUrl(theirs.jdbcUrl())
            .connectionProviderClass(theirs.connectionProviderClass())
            .principal(theirs.principal());
    theirs.credentials().forEach(copy::credential);
    theirs.securityProviders().forEach(copy::addSecurityProvider);
    for (var name : theirs.jdbcProperties().stringPropertyNames()) {
      copy.jdbcProperty(name, theirs.jdbcProperties().getProperty(name));
    }
    return copy;
  }

  /** Runs {@code beat}; after a failure the next call opens a new connection. */
  void run(Beat beat) throws SQLException {
    try (var connection = single.getConnection()) {
      beat.over(connection);
    } catch (SQLException e) {
      single.flush(FlushMode.ALL);
      throw e;
    }
  }

  @Override
  public void close() {
    single.close();
  }
}
