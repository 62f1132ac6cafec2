package dev.assay.stack;

import static org.awaitility.Awaitility.await;

import dev.assay.testing.DataFolder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs PostgreSQL from the embedded binaries on loopback; its database is empty at first. */
public final class PostgresServer implements AutoCloseable {
  /**
   * The only database user; the server accepts every connection from loopback without a password.
   */
  public static final String USER = "postgres";

  private final EmbeddedPostgres server;
  private final Path data;
  private final List<String> command;
  private @Nullable Server restarted;

  private PostgresServer(EmbeddedPostgres server, Path data) {
    this.server = server;
    this.data = data;
    this.command = command(data);
  }

  /** Starts a new, empty server that keeps everything in {@code folder}. */
  public static PostgresServer start(Path folder) {
    var data = folder.toAbsolutePath().resolve("data");
    var log = folder.resolve("postgres.log").toFile();
    try {
      Files.createDirectories(folder);
      // The library would turn fsync and synchronous commits off. Benchmarks and fault tests need
      // the settings that an operator runs with.
      var server =
          DataFolder.server(data)
              .setPort(FreePorts.next())
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("max_connections", "300")
              .setOutputRedirector(Redirect.appendTo(log))
              .setErrorRedirector(Redirect.appendTo(log))
              .start();
      return new PostgresServer(server, data);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start PostgreSQL in " + folder, e);
    }
  }

  /** The JDBC URL, for {@code assay.database.url}. */
  public String url() {
    return url(port());
  }

  static String url(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  public int port() {
    return server.getPort();
  }

  /** Kills all processes of the server (SIGKILL), as a failure of its host does. */
  public void kill() {
    var all = processes();
    all.forEach(ProcessHandle::destroyForcibly);
    await("PostgreSQL is gone after SIGKILL")
        .atMost(Duration.ofSeconds(10))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> all.stream().noneMatch(Server::runs));
  }

  /** Suspends all processes of the server: connections stay open but nothing is served on them. */
  public void freeze() {
    Signal.STOP.send(processes()); // the main process first, so that it starts no others
  }

  /** Resumes all processes of the server after {@link #freeze()}. */
  public void thaw() {
    Signal.CONT.send(processes());
  }

  /** Whether the main process is running. */
  public boolean isAlive() {
    return restarted != null ? restarted.isAlive() : !processes().isEmpty();
  }

  /** Starts the server again on its data and port after {@link #kill}; returns at once. */
  public void launch() {
    if (restarted == null) {
      restarted =
          new Server(
              "postgres", command, Map.of(), data.resolveSibling("postgres.log"), this::answers);
    }
    restarted.launch();
  }

  /** As {@link #launch}, and waits until it accepts connections. */
  public void restart() {
    launch();
    if (restarted != null) {
      restarted.awaitReady();
    }
  }

  private boolean answers() {
    try (var connection = connect()) {
      return connection.isValid(1);
    } catch (SQLException _) {
      return false;
    }
  }

  /** The command of the main process, with the options that the library started it with. */
  private static List<String> command(Path data) {
    var info = processesIn(data).getFirst().info();
    var all = new ArrayList<String>();
    if ("root".equals(System.getProperty("user.name"))) {
      all.addAll(List.of("unshare", "-U")); // as the library does, since PostgreSQL refuses root
    }
    all.add(info.command().orElseThrow());
    all.addAll(List.of(info.arguments().orElseThrow()));
    return all;
  }

  /** Opens a connection; the caller closes it. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url(), USER, "");
  }

  /**
   * Runs a query and returns the first column of every row as text; {@code parameters} are bound in
   * order.
   */
  public List<@Nullable String> query(String sql, Object... parameters) {
    try (var connection = connect();
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      var values = new ArrayList<@Nullable String>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          values.add(rows.getString(1));
        }
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException("cannot run: " + sql, e);
    }
  }

  /** Runs a query such as {@code select count(*)} and returns its number. */
  public long count(String sql, Object... parameters) {
    var value = query(sql, parameters).getFirst();
    if (value == null) {
      throw new IllegalStateException("no number from: " + sql);
    }
    return Long.parseLong(value);
  }

  /** The main process of the server and all its descendants. */
  public List<ProcessHandle> processes() {
    return processesIn(data);
  }

  /** The main process and all descendants of any server that runs on that data folder. */
  public static List<ProcessHandle> processesIn(Path data) {
    try {
      var pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
      return ProcessHandle.of(pid).stream()
          .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL does not run in " + data, e);
    }
  }

  @Override
  public void close() {
    try {
      try (var _ = restarted) {
        server.close();
      }
      DataFolder.delete(data);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL", e);
    }
  }
}
