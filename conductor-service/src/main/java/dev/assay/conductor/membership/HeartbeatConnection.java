package dev.assay.conductor.membership;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * One connection for the heartbeat alone, so that it neither waits while work has taken the others
 * nor for the disk. Made as those of the pool are, except that it gives up sooner; made again after
 * a failure.
 */
final class HeartbeatConnection implements AutoCloseable {
  private final AgroalDataSource single;

  /** What the heartbeat asks of the database. */
  interface Beat {
    void over(Connection connection) throws SQLException;
  }

  /**
   * @param limit for each step: connecting, and the answer to a statement
   */
  HeartbeatConnection(AgroalDataSource pool, Duration limit) {
    var initialSql =
        pool.getConfiguration()
            .connectionPoolConfiguration()
            .connectionFactoryConfiguration()
            .initialSql();
    var own = likeThoseOf(pool);
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

  /** A copy: the constructor that takes a configuration would share its properties. */
  private static AgroalConnectionFactoryConfigurationSupplier likeThoseOf(AgroalDataSource pool) {
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

  /** Runs {@code beat}; after a failure the next one gets a new connection. */
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
