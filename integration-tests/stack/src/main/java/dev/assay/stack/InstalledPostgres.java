package dev.assay.stack;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the PostgreSQL that a package of Debian or PGDG has installed, on loopback, with its own
 * pg_dump and pg_restore, which the embedded binaries lack.
 */
public final class InstalledPostgres implements AutoCloseable {
  /** The owner of the databases, who is no superuser; the server asks for no password. */
  public static final String USER = "assay";

  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

  private final int port;
  private final Server process;

  private InstalledPostgres(Path folder, int port) {
    this.port = port;
    process =
        new Server(
            "postgres",
            unprivileged(
                "postgres",
                "-D",
                folder.toString(),
                "-p",
                String.valueOf(port),
                "-k",
                "", // no Unix socket
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "max_connections=300"),
            Map.of(),
            folder.resolveSibling(folder.getFileName() + ".log"),
            this::answers);
  }

  /**
   * Makes and starts a server without databases, with its data in the new folder {@code folder}.
   */
  public static InstalledPostgres start(Path folder, int port) {
    var data = folder.toAbsolutePath();
    var server = new InstalledPostgres(data, port);
    run(
        unprivileged(
            "initdb", "-D", data.toString(), "-U", "postgres", "-A", "trust", "-E", "UTF8"));
    // Also stops it when the virtual machine ends before it is closed.
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-postgres-" + port));
    server.process.start();
    server.run("psql", "-U", "postgres", "-c", "create role " + USER + " login", "postgres");
    return server;
  }

  /** The JDBC URL of a database. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }

  /** Opens a connection to a database; the caller closes it. */
  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database), USER, "");
  }

  /** Runs a program of PostgreSQL against this server; fails when it fails. */
  public void run(String program, String... arguments) {
    var command = new ArrayList<>(List.of(program(program), "-h", "127.0.0.1", "-p", "" + port));
    command.addAll(List.of(arguments));
    run(command);
  }

  @Override
  public void close() {
    process.kill();
  }

  private boolean answers() {
    try (var connection = DriverManager.getConnection(url("postgres"), "postgres", "")) {
      return connection.isValid(1);
    } catch (SQLException _) {
      return false;
    }
  }

  /** A command of the server, which refuses to run as root. */
  private static List<String> unprivileged(String program, String... arguments) {
    var command = new ArrayList<String>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(program(program));
    command.addAll(List.of(arguments));
    return command;
  }

  private static String program(String name) {
    var folders = VERSIONS.toFile().listFiles();
    for (var version : folders == null ? new File[0] : folders) {
      var program = version.toPath().resolve("bin").resolve(name);
      if (program.toFile().canExecute()) {
        return program.toString();
      }
    }
    throw new IllegalStateException(
        "%s is not installed (package postgresql): integration-tests/run installs it"
            .formatted(name));
  }

  private static void run(List<String> command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command + " failed: " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + command, e);
    }
  }
}
