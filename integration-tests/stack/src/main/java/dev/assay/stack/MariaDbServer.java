package dev.assay.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Runs the installed MariaDB as a child process on loopback, with a database of its own. Only the
 * packages with its programs are needed; no service of the system is used.
 */
public final class MariaDbServer implements AutoCloseable {
  /** The only database user, without a password. */
  public static final String USER = "root";

  private static final Path PROGRAM = Path.of("/usr/sbin/mariadbd");

  private final int port = FreePorts.next();
  private final Server process;

  private MariaDbServer(Path folder) {
    process =
        new Server(
            "mariadb",
            List.of(
                PROGRAM.toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + folder.resolve("data"),
                "--socket=" + folder.resolve("socket"),
                "--pid-file=" + folder.resolve("pid"),
                "--bind-address=127.0.0.1",
                "--port=" + port),
            Map.of(),
            folder.resolve("mariadb.log"),
            this::accepts);
  }

  /** Starts a new server that keeps everything in {@code folder}, with an empty database. */
  public static MariaDbServer start(Path folder, String database) {
    if (!Files.isExecutable(PROGRAM)) {
      throw new IllegalStateException(
          "MariaDB is not installed (packages mariadb-server-core and mariadb-client-core):"
              + " integration-tests/run installs them");
    }
    var absolute = folder.toAbsolutePath();
    var install =
        new Server(
            "mariadb-install-db",
            List.of(
                "mariadb-install-db",
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + absolute.resolve("data"),
                "--auth-root-authentication-method=normal",
                "--skip-test-db"),
            Map.of(),
            absolute.resolve("install.log"),
            () -> true);
    if (install.launch().awaitExit(Duration.ofSeconds(90)) != 0) {
      throw new IllegalStateException("MariaDB cannot be set up:\n" + install.tail());
    }
    var server = new MariaDbServer(absolute);
    try {
      server.process.start();
      server.create(database);
      return server;
    } catch (RuntimeException e) {
      server.close(); // nobody else can
      throw e;
    }
  }

  private void create(String database) {
    try (var connection = connect("");
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + database + " CHARACTER SET utf8");
    } catch (SQLException e) {
      throw new IllegalStateException("the database " + database + " cannot be created", e);
    }
  }

  public int port() {
    return port;
  }

  /** Connects to a database; without a name, to none. */
  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mariadb://127.0.0.1:%d/%s".formatted(port, database), USER, "");
  }

  private boolean accepts() {
    try (var connection = connect("")) {
      return connection.isValid(2);
    } catch (SQLException _) {
      return false;
    }
  }

  @Override
  public void close() {
    process.kill();
  }
}
