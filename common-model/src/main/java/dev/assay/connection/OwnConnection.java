package dev.assay.connection;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A connection for one purpose alone, such as a heartbeat, so that it does not wait for the pool,
 * whose connections other work may have taken. It is configured as those of the pool, but with
 * shorter timeouts, and is opened again after a failure.
 */
public final class OwnConnection implements AutoCloseable {
  private final AgroalDataSource single;

  /** Statements to run, which commit by themselves unless they begin a transaction. */
  @FunctionalInterface
  public interface Work {
    void over(Connection connection) throws SQLException;
  }

  /**
   * Configures the connection and opens none yet.
   *
   * @param limit for each step: connecting, and the reply to a statement
   * @param settings SQL that sets what is different for this connection
   */
  public OwnConnection(AgroalDataSource pool, Duration limit, String settings) {
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
            "%s; set statement_timeout = %d; %s".formatted(initialSql, limit.toMillis(), settings));
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
      throw new IllegalStateException("the connection cannot be configured", e);
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

  /** Runs {@code work}; after a failure the next call opens a new connection. */
  public void run(Work work) throws SQLException {
    try (var connection = single.getConnection()) {
      work.over(connection);
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
