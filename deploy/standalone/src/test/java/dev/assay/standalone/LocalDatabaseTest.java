package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests who can connect to the database of the all-in-one process. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LocalDatabaseTest {
  private static final int LISTENING_LINE = 5;

  @TempDir private static Path programs = Path.of("");

  private final Path folder;

  /** The programs are unpacked by the first test, which takes seconds. */
  LocalDatabaseTest(@TempDir Path folder) throws IOException {
    this.folder = folder.resolve("database");
    Files.createSymbolicLink(folder.resolve("postgres"), programs);
  }

  @Test
  void listens_on_a_socket_that_only_its_user_reaches_and_asks_for_a_password() throws Exception {
    try (var database = LocalDatabase.start(folder)) {
      assertThat(Files.readAllLines(folder.resolve("postmaster.pid")).get(LISTENING_LINE))
          .as("addresses it listens on")
          .isBlank();
      assertThat(permissions(folder.resolveSibling("socket"))).isEqualTo("rwx------");
      assertThat(permissions(folder.resolveSibling("database.password"))).isEqualTo("rw-------");
      assertThat(permissions(folder)).isEqualTo("rwx------");
      refusesWithout(database);
      try (var connection = database.connect()) {
        assertThat(text(connection, "show listen_addresses")).isEmpty();
        assertThat(
                text(
                    connection,
                    "select string_agg(type || ' ' || auth_method, ',') from pg_hba_file_rules"))
            .isEqualTo("local scram-sha-256");
        execute(connection, "create table kept (a int)");
      }
    }
    try (var again = LocalDatabase.start(folder);
        var connection = again.connect()) {
      assertThat(text(connection, "select count(*)::text from kept")).isEqualTo("0");
    }
  }

  @Test
  void a_server_that_ends_by_itself_is_noticed_and_one_that_is_stopped_is_not() throws Exception {
    var stopped = new CountDownLatch(1);
    ProcessHandle server;
    try (var database = LocalDatabase.start(folder)) {
      server = server();
      database.whenEnded(stopped::countDown);
    }
    server.onExit().get(20, TimeUnit.SECONDS);
    assertThat(stopped.await(1, TimeUnit.SECONDS)).isFalse();

    var ended = new CountDownLatch(1);
    try (var database = LocalDatabase.start(folder)) {
      database.whenEnded(ended::countDown);
      server().destroyForcibly();
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(folder.resolveSibling("postgres.log.old")).exists();
  }

  private ProcessHandle server() throws IOException {
    var pid = Files.readAllLines(folder.resolve("postmaster.pid")).getFirst().strip();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  @Test
  void a_folder_of_a_version_that_trusted_everybody_is_moved_over() throws Exception {
    Files.createDirectories(folder);
    try (var old =
            EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .start();
        var connection = old.getPostgresDatabase().getConnection()) {
      execute(connection, "create table kept as select 7 as a");
    }
    assertThat(Files.readString(folder.resolve("pg_hba.conf"))).contains("trust");

    try (var database = LocalDatabase.start(folder);
        var connection = database.connect()) {
      assertThat(text(connection, "select a::text from kept")).isEqualTo("7");
      assertThat(text(connection, "show listen_addresses")).isEmpty();
      refusesWithout(database);
    }
  }

  @Test
  void a_lost_password_is_replaced_at_the_next_start() throws Exception {
    String first;
    try (var database = LocalDatabase.start(folder)) {
      first = database.password();
    }
    Files.delete(folder.resolveSibling("database.password"));

    try (var database = LocalDatabase.start(folder);
        var connection = database.connect()) {
      assertThat(database.password()).isNotEqualTo(first);
      assertThat(text(connection, "select 'in'")).isEqualTo("in");
    }
  }

  @Test
  void a_new_database_beside_the_password_of_a_former_one_starts() throws Exception {
    Files.createDirectories(folder);
    Files.writeString(folder.resolveSibling("database.password"), "former\n");

    try (var database = LocalDatabase.start(folder);
        var connection = database.connect()) {
      assertThat(database.password()).isNotEqualTo("former");
      assertThat(text(connection, "select 'in'")).isEqualTo("in");
    }
  }

  @Test
  void one_whose_first_start_was_interrupted_is_made_again() throws Exception {
    var unfinished = Files.createDirectories(folder.resolveSibling("database.new"));
    Files.writeString(unfinished.resolve("PG_VERSION"), "18\n"); // what initdb writes first

    try (var database = LocalDatabase.start(folder);
        var connection = database.connect()) {
      assertThat(text(connection, "select 'in'")).isEqualTo("in");
    }
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void its_folder_may_be_a_link() throws Exception {
    var elsewhere = Files.createDirectories(folder.resolveSibling("elsewhere"));
    Files.createSymbolicLink(folder, elsewhere);

    LocalDatabase.start(folder).close();

    assertThat(elsewhere.resolve("PG_VERSION")).exists();
  }

  @Test
  void nothing_else_in_its_folder_is_deleted() throws Exception {
    Files.createDirectories(folder);
    var other = Files.writeString(folder.resolve("notes"), "mine");

    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThatThrownBy(() -> LocalDatabase.start(folder).close())
          .hasMessageContaining("the folder is not empty and holds no database");
    }
    assertThat(other).hasContent("mine");
  }

  @Test
  void another_process_that_has_the_id_of_its_server_after_a_reboot_does_not_matter()
      throws Exception {
    LocalDatabase.start(folder).close();
    var other = new ProcessBuilder("sleep", "600").start();
    try {
      Files.write(folder.resolve("postmaster.pid"), List.of("" + other.pid()));

      LocalDatabase.start(folder).close();

      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void a_postgres_of_others_is_not_stopped() throws Exception {
    var theirs = folder.resolveSibling("theirs").resolve("database");
    Files.createDirectories(theirs.getParent());
    try (var other = LocalDatabase.start(theirs)) {
      var id = Files.readAllLines(theirs.resolve("postmaster.pid")).getFirst();
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("PG_VERSION"), "18\n");
      Files.write(folder.resolve("postmaster.pid"), List.of(id));

      assertThatThrownBy(() -> LocalDatabase.start(folder).close())
          .hasMessageContaining("The database in " + folder + " does not start");

      try (var connection = other.connect()) {
        assertThat(text(connection, "select 'up'")).isEqualTo("up");
      }
    }
  }

  @Test
  void a_path_that_is_too_long_for_a_socket_does_not_matter() throws Exception {
    var deep = folder.resolveSibling("x".repeat(60)).resolve("y z".repeat(20)).resolve("db");

    Path sockets;
    try (var database = LocalDatabase.start(deep);
        var connection = database.connect()) {
      sockets = Path.of(text(connection, "show unix_socket_directories").replace("\"", ""));
      assertThat(sockets).isNotEqualTo(deep.resolveSibling("socket"));
      assertThat(permissions(sockets)).isEqualTo("rwx------");
    }
    assertThat(sockets).doesNotExist();
  }

  @Test
  void one_that_runs_is_found_and_not_stopped() throws Exception {
    try (var database = LocalDatabase.start(folder)) {
      try (var connection = DatabaseAddress.connect(folder)) {
        assertThat(text(connection, "select 'in'")).isEqualTo("in");
      }
      assertThatThrownBy(() -> LocalDatabase.find(folder.resolveSibling("none")))
          .hasMessageStartingWith("There is no database in ");
      try (var connection = database.connect()) {
        assertThat(text(connection, "select 'still in'")).isEqualTo("still in");
      }
    }
    assertThat(folder.resolve("postmaster.pid")).doesNotExist();
    try (var found = LocalDatabase.find(folder)) {
      assertThat(folder.resolve("postmaster.pid")).as("started").exists();
      closeAgain(found);
    }
    assertThat(folder.resolve("postmaster.pid")).doesNotExist();
  }

  @Test
  void a_read_ends_at_its_time_limit() throws Exception {
    try (var database = LocalDatabase.start(folder);
        var connection = database.connect()) {
      connection.setNetworkTimeout(Runnable::run, 200);
      var begun = System.nanoTime();
      assertThatThrownBy(() -> text(connection, "select pg_sleep(20)::text"))
          .isInstanceOf(SQLException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void large_values_pass_in_both_directions() throws Exception {
    try (var database = LocalDatabase.start(folder);
        var connection = database.connect();
        var echo = connection.prepareStatement("select ?")) {
      var large = "0123456789".repeat(1_000_000);
      echo.setString(1, large);
      try (var answer = echo.executeQuery()) {
        answer.next();
        assertThat(answer.getString(1).equals(large)).isTrue();
      }
    }
  }

  private static void refusesWithout(LocalDatabase database) {
    for (var password : new String[] {"wrong", ""}) {
      assertThatThrownBy(
              () ->
                  DriverManager.getConnection(database.url(), DatabaseAddress.USER, password)
                      .close())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password");
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static String text(Connection database, String query) throws SQLException {
    try (var statement = database.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private static void execute(Connection database, String sql) throws SQLException {
    try (var statement = database.createStatement()) {
      statement.execute(sql);
    }
  }

  @SuppressWarnings("try") // closed here, and then by the statement that opened it
  private static void closeAgain(LocalDatabase database) {
    database.close();
  }
}
