package dev.assay.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.io.FileUtils;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops the PostgreSQL server of this process; its data stays in the folder. The server
 * listens only on a Unix socket in a folder that only its owner can enter, and requires a password,
 * which is stored beside the data folder.
 */
public final class LocalDatabase implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LocalDatabase.class);
  private static final long STOP_SECONDS = 30;

  /**
   * Recovery after a crash takes minutes on a slow disk, and begins again when it is interrupted.
   */
  private static final Duration LONGEST_START = Duration.ofHours(1);

  /** The settings of the server; the logging ones keep row contents out of the log. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "listen_addresses", "",
          "port", DatabaseAddress.PORT,
          "max_connections", "50",
          "shared_buffers", "64MB",
          "log_min_error_statement", "panic",
          "log_error_verbosity", "terse");

  private final Path folder;
  private final @Nullable PostgresBinaries binaries;
  private final @Nullable FileChannel lock;
  private volatile boolean closing;
  private volatile boolean ended;

  private LocalDatabase(
      Path folder, @Nullable PostgresBinaries binaries, @Nullable FileChannel lock) {
    this.folder = folder;
    this.binaries = binaries;
    this.lock = lock;
  }

  /** Starts the server on the data in {@code folder}, which is created if it does not exist. */
  public static LocalDatabase start(Path folder) {
    try {
      Files.createDirectories(folder);
      var lock = lock(folder);
      if (lock == null) {
        throw new IOException("another process has locked " + lockFile(folder));
      }
      return start(folder, lock);
    } catch (IOException e) {
      throw failed(folder, e);
    }
  }

  /**
   * Returns the server that runs on {@code folder}, or starts one; {@link #close} stops it only if
   * it was started here.
   */
  static LocalDatabase find(Path folder) {
    if (!Files.exists(folder)) {
      throw new IllegalStateException("There is no database in %s.".formatted(folder));
    }
    try {
      var lock = lock(folder);
      return lock == null ? new LocalDatabase(folder, null, null) : start(folder, lock);
    } catch (IOException e) {
      throw failed(folder, e);
    }
  }

  private static IllegalStateException failed(Path folder, IOException e) {
    return new IllegalStateException(
        "The database in %s does not start: %s. Is another Assay running on this folder?"
            .formatted(folder, e.getMessage()),
        e);
  }

  private static LocalDatabase start(Path folder, FileChannel lock) throws IOException {
    try {
      stopLeftover(folder);
      var binaries = PostgresBinaries.in(programs(folder));
      if (!Files.exists(folder.resolve("PG_VERSION"))) {
        initialize(folder, binaries);
      }
      // Also replaces the file of older versions, which trusted every local user.
      Files.writeString(folder.resolve("pg_hba.conf"), "local all all scram-sha-256\n");
      if (!Files.exists(DatabaseAddress.passwordFile(folder))) {
        setPassword(folder, binaries);
      }
      var log = folder.resolveSibling("postgres.log");
      if (Files.exists(log)) {
        Files.move(
            log, folder.resolveSibling("postgres.log.old"), StandardCopyOption.REPLACE_EXISTING);
      }
      binaries.run(
          "pg_ctl",
          List.of(
              "-D",
              folder.toString(),
              "-w",
              "-t",
              "" + LONGEST_START.toSeconds(),
              "-l",
              log.toString(),
              "-o",
              options(DatabaseAddress.makeSocketFolder(folder)),
              "start"),
          "",
          LONGEST_START.plusMinutes(1));
      return new LocalDatabase(folder, binaries, lock);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Makes an empty database: beside its folder, because an interrupted initdb leaves what no server
   * can use. A link or the root of a file system cannot be replaced and is filled in place.
   */
  private static void initialize(Path folder, PostgresBinaries binaries) throws IOException {
    if (!FileUtils.isEmptyDirectory(folder.toFile())) {
      throw new IOException("the folder is not empty and holds no database");
    }
    Files.deleteIfExists(DatabaseAddress.passwordFile(folder)); // of a deleted database
    var store = Files.getFileStore(folder);
    if (Files.isSymbolicLink(folder) || !store.equals(Files.getFileStore(folder.getParent()))) {
      initdb(folder, binaries);
      return;
    }
    var unfinished = folder.resolveSibling("database.new");
    FileUtils.deleteDirectory(unfinished.toFile()); // of an interrupted start
    initdb(unfinished, binaries);
    Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void initdb(Path folder, PostgresBinaries binaries) throws IOException {
    binaries.run(
        "initdb",
        List.of("-D", folder.toString(), "-U", DatabaseAddress.USER, "-E", "UTF-8", "-A", "trust"),
        "");
  }

  /**
   * Sets the password before the server accepts connections: runs PostgreSQL in single-user mode,
   * which reads SQL statements from its standard input.
   */
  private static void setPassword(Path folder, PostgresBinaries binaries) throws IOException {
    var password = PasswordFile.random();
    binaries.run(
        "postgres",
        List.of("--single", "-j", "-D", folder.toString(), "postgres"),
        """
        set password_encryption = 'scram-sha-256';

        alter role %s password '%s';

        """
            .formatted(DatabaseAddress.USER, password));
    PasswordFile.write(DatabaseAddress.passwordFile(folder), password);
  }

  /** The settings as command line options, quoted for a shell. */
  private static String options(Path sockets) {
    var options = new StringBuilder();
    SETTINGS.forEach((name, value) -> options.append(option(name, value)));
    var listed = "\"" + sockets.toString().replace("\"", "\"\"") + "\"";
    options.append(option("unix_socket_directories", listed));
    return options.append(option("unix_socket_permissions", "0700")).toString();
  }

  private static String option(String name, String value) {
    return " -c " + name + "='" + value.replace("'", "'\\''") + "'";
  }

  /** The JDBC URL for the datasource. */
  public String url() {
    return DatabaseAddress.url(folder);
  }

  /** The password for the datasource; must not be logged. */
  public String password() {
    return PasswordFile.read(DatabaseAddress.passwordFile(folder));
  }

  /** Calls {@code action} once if the server, started here, ends before {@link #close}. */
  void whenEnded(Runnable action) {
    var _ =
        server()
            .onExit()
            .thenRun(
                () -> {
                  if (!closing) {
                    ended = true;
                    action.run();
                  }
                });
  }

  private ProcessHandle server() {
    try {
      return ProcessHandle.of(processId(folder))
          .orElseThrow(() -> new IOException("PostgreSQL has ended"));
    } catch (IOException e) {
      throw failed(folder, e);
    }
  }

  private static long processId(Path folder) throws IOException {
    var pidFile = folder.resolve("postmaster.pid");
    return Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
  }

  /** Opens a connection; the caller closes it. */
  Connection connect() throws SQLException {
    return DatabaseAddress.connect(folder);
  }

  /** Stops the server. May be called twice: on a signal two threads close the service. */
  @Override
  public synchronized void close() {
    closing = true;
    if (binaries == null || lock == null || !lock.isOpen()) {
      return;
    }
    try {
      if (!ended && Files.exists(folder.resolve("postmaster.pid"))) {
        stop(binaries);
      }
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException("The database does not stop", e);
    }
  }

  private void stop(PostgresBinaries programs) throws IOException {
    var sockets = DatabaseAddress.socketFolder(folder);
    programs.run(
        "pg_ctl",
        List.of("-D", folder.toString(), "-m", "fast", "-w", "-t", "" + STOP_SECONDS, "stop"),
        "");
    if (!sockets.equals(folder.resolveSibling("socket"))) {
      Files.deleteIfExists(sockets); // a temporary folder made for this run
    }
  }

  private static Path lockFile(Path folder) {
    return folder.resolveSibling("assay.lock");
  }

  /**
   * Locks the data folder until this process ends, because two processes on one folder would stop
   * each other; null when another process holds the lock.
   */
  private static @Nullable FileChannel lock(Path folder) throws IOException {
    var channel =
        FileChannel.open(lockFile(folder), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.tryLock() == null) {
      channel.close();
      return null;
    }
    return channel;
  }

  /**
   * Stops the server that a killed Assay has left running, so that a new one can start on its data.
   * After a reboot its process id may be that of another process: PostgreSQL would not start then.
   */
  private static void stopLeftover(Path folder) throws IOException {
    var pidFile = folder.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return;
    }
    var process = ProcessHandle.of(processId(folder));
    var program = process.flatMap(it -> it.info().command()).map(Path::of);
    if (program.filter(it -> !it.endsWith("postgres")).isPresent()) {
      Files.delete(pidFile);
    } else if (program.isPresent() && isBelow(programs(folder), program.get())) {
      LOG.warn("Stopping a PostgreSQL server that a killed Assay process left running.");
      stop(process.get());
    }
  }

  private static void stop(ProcessHandle leftover) throws IOException {
    try {
      // SIGTERM, which Java sends, would wait for clients that are still connected
      var _ = new ProcessBuilder("kill", "-INT", "" + leftover.pid()).start().waitFor();
      leftover.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "the PostgreSQL server that a killed Assay process left running does not stop", e);
    }
  }

  private static boolean isBelow(Path folder, Path program) throws IOException {
    return Files.exists(folder) && program.startsWith(folder.toRealPath());
  }

  /** The folder of the programs of PostgreSQL. */
  private static Path programs(Path folder) {
    return folder.resolveSibling("postgres");
  }
}
