package dev.assay.standalone;

import dev.assay.secret.Keyring;
import dev.assay.secret.Reencryption;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

/** Starts the database and the services of this process, and stops them in reverse order. */
public final class LocalService implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LocalService.class);
  private static final String KEY_FILE = "assay.secrets.key-file";
  private static final CompletableFuture<Void> READY = new CompletableFuture<>();

  /** With what the services ended; 0 until they do. */
  private static volatile int status;

  private final LocalDatabase database;
  private final Thread services;

  private LocalService(LocalDatabase database, Thread services) {
    this.database = database;
    this.services = services;
  }

  /** Starts everything and returns when the API serves requests. */
  static LocalService start(ServiceOptions options) {
    var database = LocalDatabase.start(options.folder().resolve("database"));
    database.whenEnded(LocalService::endWithDatabase);
    System.setProperty("assay.database.url", database.url());
    System.setProperty("assay.database.username", DatabaseAddress.USER);
    System.setProperty("assay.database.password", database.password());
    System.setProperty("assay.standalone.data", options.folder().toString());
    options.settings().forEach(System::setProperty);
    var services =
        Thread.ofPlatform()
            .name("services")
            .start(() -> Quarkus.run(Running.class, LocalService::ended));
    var service = new LocalService(database, services);
    // On a signal: stop the services first, because they need the database.
    Runtime.getRuntime().addShutdownHook(new Thread(service::finish, "stop-database"));
    service.awaitReady();
    service.encrypt();
    return service;
  }

  /**
   * Encrypts secrets that an older version stored in plain text, before the service is reported as
   * ready.
   */
  private void encrypt() {
    try (var connection = database.connect()) {
      var keyring = Keyring.of(ConfigProvider.getConfig().getValue(KEY_FILE, Path.class));
      new Reencryption(connection, keyring, LOG::error).run();
    } catch (SQLException e) {
      close();
      throw new IllegalStateException("The database does not answer: " + e.getMessage(), e);
    }
  }

  /** The base URL of the API on this machine. */
  public String url() {
    var config = ConfigProvider.getConfig();
    return ServiceOptions.url(
        config.getOptionalValue(ServiceOptions.CERTIFICATE, String.class).isPresent(),
        config.getValue("quarkus.http.port", String.class));
  }

  /** Without its database this process is of no use: whoever supervises it starts both again. */
  private static void endWithDatabase() {
    LOG.fatal(
        "PostgreSQL has ended by itself, and Assay ends, too. The reason is in postgres.log of the"
            + " data folder, after the next start in postgres.log.old.");
    if (READY.isDone()) {
      Quarkus.asyncExit(1);
    } else {
      Runtime.getRuntime().halt(1); // services that start wait for the database without end
    }
  }

  /** Waits until the services have stopped; returns the exit status of the process, 0 or 1. */
  public int awaitStop() {
    try {
      services.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return status == 0 ? 0 : 1;
  }

  @Override
  public void close() {
    Quarkus.asyncExit();
    finish();
  }

  private void finish() {
    var _ = awaitStop();
    database.close();
  }

  private void awaitReady() {
    try {
      READY.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new IllegalStateException("Stopped while starting.", e);
    } catch (ExecutionException e) {
      database.close();
      throw new IllegalStateException("The service does not start: " + rootMessage(e), e);
    }
  }

  private static String rootMessage(Throwable failure) {
    var cause = failure;
    for (var next = cause.getCause(); next != null; next = next.getCause()) {
      cause = next;
    }
    return String.valueOf(cause.getMessage());
  }

  private static void ended(int code, Throwable failure) {
    status = failure == null ? code : 1;
    READY.completeExceptionally(
        failure != null
            ? failure
            : new IllegalStateException("it exited with code " + code + " before it was ready"));
  }

  /** Reports that the services are up, and keeps them running until the process is told to exit. */
  public static final class Running implements QuarkusApplication {
    @Override
    public int run(String... args) {
      READY.complete(null);
      Quarkus.waitForExit();
      return 0;
    }
  }
}
