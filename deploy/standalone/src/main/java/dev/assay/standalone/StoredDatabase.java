package dev.assay.standalone;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options that name the database of a command: the local one of a data folder, or that of
 * separately running services.
 */
final class StoredDatabase {
  private static final String PASSWORD = "ASSAY_DATABASE_PASSWORD";

  @Mixin private DataFolder data = new DataFolder();

  @ArgGroup(exclusive = false)
  private @Nullable Server server;

  /** Work with a connection. */
  @FunctionalInterface
  interface Work {
    int run(Connection database) throws SQLException;
  }

  /** The options that name the database of separately running services. */
  static final class Server {
    @Option(
        names = "--url",
        required = true,
        paramLabel = "URL",
        description =
            "JDBC URL of the services' database (default: the local database in the data folder).")
    String url = "";

    @Option(
        names = "--user",
        required = true,
        paramLabel = "NAME",
        description = "Its user; the password is taken from $" + PASSWORD + ".")
    String user = "";

    Connection connect() throws SQLException {
      var source = new PGSimpleDataSource();
      source.setUrl(url);
      return source.getConnection(user, System.getenv(PASSWORD));
    }
  }

  DataFolder data() {
    return data;
  }

  /** On a signal a server that was started for this command stops. */
  private LocalDatabase found() {
    var database = LocalDatabase.find(data.database());
    Runtime.getRuntime().addShutdownHook(new Thread(database::close, "stop-database"));
    return database;
  }

  /** Runs {@code work} on the database, and returns what it returns. */
  int run(Work work) throws SQLException {
    var chosen = server;
    if (chosen != null) {
      try (var connection = chosen.connect()) {
        return work.run(connection);
      }
    }
    try (var database = found();
        var connection = database.connect()) {
      return work.run(connection);
    }
  }
}
