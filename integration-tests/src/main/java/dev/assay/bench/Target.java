package dev.assay.bench;

import dev.assay.stack.AllInOne;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import dev.assay.stack.PostgresServer;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import dev.assay.standalone.DatabaseAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The installation that a benchmark measures: its API, its database and its processes. */
sealed interface Target extends AutoCloseable {
  /** The name of PostgreSQL among the processes. */
  String POSTGRES = "postgresql";

  ApiClient api();

  /** Opens a connection to its database; the caller closes it. */
  Connection database() throws SQLException;

  /** All running processes by the name under which they are reported. */
  Map<String, List<ProcessHandle>> processes();

  /** The processes of PostgreSQL among them; it has one for each connection. */
  List<ProcessHandle> postgres();

  /** Encrypts the secrets that were written in plain text, as an operator would. */
  default void encrypt() {
    var log = Installation.target().resolve("bench-reencrypt.log");
    try (var command = AllInOne.commandFast(log, reencrypt().toArray(String[]::new))) {
      var status = command.launch().awaitExit(Duration.ofMinutes(5));
      if (status != 0) {
        throw new IllegalStateException("reencrypt ended with " + status + "\n" + command.tail());
      }
    }
  }

  /** The command line of {@code reencrypt} for this target. */
  List<String> reencrypt();

  /** The log files of its processes. */
  List<Path> logs();

  @Override
  void close();

  /**
   * Starts an installation with an empty database, in a folder of the benchmark's own: two may run
   * at a time.
   */
  static Target start(String benchmark, StackKind kind) {
    return start(benchmark, kind, 1, Map.of());
  }

  /**
   * As {@link #start(String, StackKind)}, with further options, and with so many conductors if they
   * are separate services.
   */
  static Target start(
      String benchmark, StackKind kind, int conductors, Map<String, String> options) {
    var name = "bench-" + benchmark;
    var all = new LinkedHashMap<String, String>(options);
    all.put("assay.inspector.require-managed-boot", "false");
    return switch (kind) {
      case SERVICES -> {
        var plan = Stack.named(name).conductors(conductors).filters(1).fast();
        all.forEach(plan::set);
        yield new Services(plan.start());
      }
      case STANDALONE -> new Standalone(AllInOne.startFast(Installation.emptyFolder(name), all));
    };
  }

  /** Every service in a separate process. */
  record Services(Stack stack) implements Target {
    @Override
    public ApiClient api() {
      return stack.api();
    }

    @Override
    public List<String> reencrypt() {
      var words = List.of("reencrypt", "--url", stack.database().url(), "--user", "postgres");
      return Stream.concat(words.stream(), Stream.of("--key-file", stack.keyFile().toString()))
          .toList();
    }

    @Override
    public Connection database() throws SQLException {
      return stack.database().connect();
    }

    @Override
    public Map<String, List<ProcessHandle>> processes() {
      var all = new LinkedHashMap<String, List<ProcessHandle>>();
      for (var services : List.of(stack.apis(), stack.conductors(), stack.filters())) {
        for (Service service : services) {
          all.put(service.name(), service.process().processes());
        }
      }
      all.put("rabbitmq", stack.broker().processes());
      all.put(POSTGRES, postgres());
      return all;
    }

    @Override
    public List<ProcessHandle> postgres() {
      return stack.database().processes();
    }

    @Override
    public List<Path> logs() {
      return Stream.of(stack.apis(), stack.conductors(), stack.filters())
          .flatMap(List::stream)
          .map(service -> service.process().log())
          .toList();
    }

    @Override
    public void close() {
      stack.close();
    }
  }

  /** All services in one process, and the database that it has started. */
  record Standalone(AllInOne assay) implements Target {
    @Override
    public ApiClient api() {
      return assay.api();
    }

    @Override
    public List<String> reencrypt() {
      return List.of("reencrypt", "--data", assay.data().toString());
    }

    @Override
    public Connection database() throws SQLException {
      return DatabaseAddress.connect(assay.data().resolve("database"));
    }

    @Override
    public Map<String, List<ProcessHandle>> processes() {
      var all = new LinkedHashMap<String, List<ProcessHandle>>();
      all.put("assay", assay.process().processes());
      all.put(POSTGRES, postgres());
      return all;
    }

    @Override
    public List<ProcessHandle> postgres() {
      return PostgresServer.processesIn(assay.data().resolve("database"));
    }

    @Override
    public List<Path> logs() {
      return List.of(assay.process().log());
    }

    @Override
    public void close() {
      assay.close();
    }
  }
}
