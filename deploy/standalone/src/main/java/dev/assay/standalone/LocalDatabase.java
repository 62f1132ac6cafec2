package dev.assay.standalone;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** The PostgreSQL of this process; its data stay in the folder. Listens on loopback only. */
public final class LocalDatabase implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LocalDatabase.class);
  private static final long STOP_SECONDS = 30;

  private final FileChannel lock;
  private final EmbeddedPostgres postgres;

  private LocalDatabase(FileChannel lock, EmbeddedPostgres postgres) {
    this.lock = lock;
    this.postgres = postgres;
  }

  /** Starts on the data in {@code folder}, which is made when it is not there. */
  public static LocalDatabase start(Path folder) {
    try {
      Files.createDirectories(folder);
      var lock = lock(folder);
      stopLeftover(folder);
      return new LocalDatabase(
          lock,
          EmbeddedPostgres.builder()
              .setDataDirectory(folder)
              .setCleanDataDirectory(false)
              .setRegisterShutdownHook(false)
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("max_connections", "50")
              .setServerConfig("shared_buffers", "64MB")
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setPGStartupWait(Duration.ofSeconds(60))
              .start());
    } catch (IOException | IllegalStateException e) {
      throw new IllegalStateException(
          "The database in %s does not start: %s. Is another Assay running on this folder?"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /** The one of {@code folder}, started when it does not run. */
  static LocalDatabase find(Path folder) {
    return start(folder);
  }

  /** A connection, closed by the caller. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url());
  }

  /** For the datasource. */
  public String url() {
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() {
    try {
      postgres.close();
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException("The database does not stop", e);
    }
  }

  /** Held as long as this process lives: two of them on one folder would stop each other. */
  private static FileChannel lock(Path folder) throws IOException {
    var file = folder.resolveSibling("assay.lock");
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.tryLock() == null) {
      channel.close();
      throw new IOException("another process holds " + file);
    }
    return channel;
  }

  /** A killed Assay leaves its database running: it is stopped, and starts anew on its data. */
  private static void stopLeftover(Path folder) throws IOException {
    var pidFile = folder.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return;
    }
    var pid = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
    var leftover =
        ProcessHandle.of(pid)
            .filter(process -> process.info().command().orElse("").endsWith("postgres"));
    if (leftover.isPresent()) {
      LOG.warn("A database left by a killed process is stopped first.");
      leftover.get().destroy();
      try {
        leftover.get().onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
        throw new IOException("the database left by a killed process does not stop", e);
      }
    }
  }
}
