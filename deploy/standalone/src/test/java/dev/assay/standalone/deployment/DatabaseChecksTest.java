package dev.assay.standalone.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.doctor.Finding;
import dev.assay.doctor.Finding.Result;
import dev.assay.secret.KeyFile;
import dev.assay.standalone.DatabaseAddress;
import dev.assay.standalone.LocalDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Checks of a real PostgreSQL with the schema of this version, of which something is wrong. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DatabaseChecksTest {
  private final Path folder;
  private final LocalDatabase server;
  private final Connection connection;
  private final DatabaseServerChecks checks;
  private final DatabaseAccessChecks access;
  private final StoredStateChecks stored;

  DatabaseChecksTest(@TempDir Path folder) throws SQLException {
    this.folder = folder;
    server = LocalDatabase.start(folder.resolve("database"));
    connection = DatabaseAddress.connect(folder.resolve("database"));
    checks = new DatabaseServerChecks(new Database(connection), Clock.systemUTC());
    access = new DatabaseAccessChecks(new Database(connection));
    stored = new StoredStateChecks(new Database(connection));
  }

  @BeforeAll
  void make_the_schema() throws Exception {
    execute("create table databasechangelog (id text)");
    for (var file : SchemaChanges.files()) {
      execute(read("db/assay/" + file));
    }
    for (var id : SchemaChanges.ids()) {
      execute("insert into databasechangelog values ('%s')".formatted(id));
    }
  }

  @AfterAll
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  @Test
  void an_empty_database_of_this_version_has_no_error() throws Exception {
    assertThat(checks.all(0))
        .as("the server of the all-in-one is alone")
        .noneMatch(finding -> finding.result() == Result.FAILED)
        .filteredOn(finding -> finding.result() == Result.WARNING)
        .extracting(Finding::check)
        .containsExactly("database-standby");
    assertThat(access.all("postgres", "a random one"))
        .noneMatch(finding -> finding.result() == Result.FAILED)
        .filteredOn(finding -> finding.result() == Result.WARNING)
        .extracting(Finding::check)
        .containsExactly("database-user");
    assertThat(stored.all(Optional.empty()))
        .noneMatch(finding -> finding.result() == Result.FAILED)
        .filteredOn(finding -> finding.detail().contains("could not be checked"))
        .isEmpty();
  }

  @Test
  void commits_that_are_not_on_disk_are_an_error() throws Exception {
    execute("set synchronous_commit = off");
    assertThat(checks.durability().result()).isEqualTo(Result.FAILED);
    assertThat(checks.durability().detail()).startsWith("synchronous_commit = off:");
    execute("reset synchronous_commit");
    assertThat(checks.durability().result()).isEqualTo(Result.OK);
  }

  @Test
  void more_services_than_connections_are_told() throws Exception {
    assertThat(checks.connections(0).result()).isEqualTo(Result.OK);
    var three = checks.connections(3);
    assertThat(three.result()).isEqualTo(Result.WARNING);
    assertThat(three.detail()).contains("3 API services and conductors");
  }

  @Test
  void a_slot_without_receiver_is_told() throws Exception {
    execute("select pg_create_physical_replication_slot('gone')");
    assertThat(checks.slots().detail()).contains(": gone.");
    execute("select pg_drop_replication_slot('gone')");
    assertThat(checks.slots().result()).isEqualTo(Result.OK);
  }

  @Test
  void a_clock_that_differs_is_told() throws Exception {
    var late = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-5));
    var finding = new DatabaseServerChecks(new Database(connection), late).clock();
    assertThat(finding.result()).isEqualTo(Result.WARNING);
    assertThat(finding.detail()).contains("+5.");
    assertThat(checks.clock().result()).isEqualTo(Result.OK);
  }

  @Test
  void passwords_that_everybody_tries_are_told() throws Exception {
    assertThat(access.password("assay", "assay").result()).isEqualTo(Result.WARNING);
    assertThat(access.password("assay", "").detail()).contains("needs no password");
    assertThat(access.password("assay", "Tr0ub4dor").result()).isEqualTo(Result.OK);
  }

  @Test
  void a_schema_of_another_version_is_told() throws Exception {
    execute("insert into databasechangelog values ('999-later')");
    assertThat(stored.schema().detail()).contains("999-later");
    assertThat(stored.schema().result()).isEqualTo(Result.WARNING);
    execute("delete from databasechangelog where id in ('999-later', '028-reapply')");
    assertThat(stored.schema().result()).isEqualTo(Result.FAILED);
    assertThat(stored.schema().detail()).contains("028-reapply");
    execute("insert into databasechangelog values ('028-reapply')");
    assertThat(stored.schema().result()).isEqualTo(Result.OK);
  }

  @Test
  void messages_that_nobody_sends_are_an_error() throws Exception {
    execute("insert into outbox (destination, body) values ('q', 'x')");
    assertThat(stored.outbox().result()).isEqualTo(Result.OK);
    execute("update outbox set due_at = now() - interval '2 minutes'");
    assertThat(stored.outbox().result()).isEqualTo(Result.FAILED);
    execute("update outbox set postponed = true");
    assertThat(stored.outbox().result()).isEqualTo(Result.WARNING);
    execute("delete from outbox");
  }

  @Test
  void conductors_that_differ_are_told() throws Exception {
    var row =
        """
        insert into conductor (hostname, conductor_group, online, expires_at, drivers, created_at,
          updated_at) values ('%s', '', true, now() + interval '1 hour', '%s', now(), now())
        """;
    execute(row.formatted("c1", "[{\"name\": \"x\", \"required\": [\"a\", \"b\"]}]"));
    execute(row.formatted("c2", "[{\"name\": \"x\", \"required\": [\"b\", \"a\"]}]"));
    assertThat(stored.conductorVersions().result()).isEqualTo(Result.OK);
    execute("update conductor set drivers = '[2]' where hostname = 'c2'");
    assertThat(stored.conductorVersions().detail()).contains("c1, c2");
    execute("delete from conductor");
  }

  @Test
  void secrets_in_plain_text_are_an_error() throws Exception {
    var call =
        "insert into webhook (uuid, target, filter, enabled, created_at) values"
            + " (gen_random_uuid(), '%s', '{}', true, now())";
    execute(call.formatted("\"assay:v1:k1:x\""));
    assertThat(stored.secrets().result()).isEqualTo(Result.OK);
    execute(call.formatted("{\"url\": \"https://h\"}"));
    assertThat(stored.secrets().result()).isEqualTo(Result.FAILED);
    execute("delete from webhook");
  }

  @Test
  void a_key_file_that_is_not_the_one_of_the_database_is_an_error() throws Exception {
    var file = folder.resolve("secrets.keys");
    KeyFile.add(file, false);
    assertThat(stored.keys(Optional.of(file)).result()).isEqualTo(Result.WARNING);
    execute("insert into secret_key (id, proof) values ('lost', 'assay:v1:lost:x')");
    assertThat(stored.keys(Optional.of(file)).result()).isEqualTo(Result.FAILED);
    assertThat(stored.keys(Optional.of(file)).detail()).contains("the key lost");
    assertThat(stored.keys(Optional.empty()).result()).isEqualTo(Result.SKIPPED);
    execute("delete from secret_key");
  }

  @Test
  void data_that_retention_should_have_deleted_are_told() throws Exception {
    var event =
        "insert into inspection_event (at, node_uuid, conductor_group, inspection_uuid, cause, stage)"
            + " values (now() - interval '%d days', gen_random_uuid(), '', gen_random_uuid(), 'c', 's')";
    execute(event.formatted(10));
    assertThat(stored.retention().result()).isEqualTo(Result.OK);
    execute(event.formatted(20));
    assertThat(stored.retention().detail()).contains("still holds events of");
    execute("delete from inspection_event");
  }

  @Test
  void machines_that_all_seem_to_have_one_address_are_told() throws Exception {
    assertThat(stored.clientAddresses().result()).isEqualTo(Result.SKIPPED);
    execute(
        """
        insert into lookup_attempt (digest, kind, outcome, sentence, reference_list, macs,
          bmc_addresses, nodes, candidates, source, source_network, request_id, times,
          first_seen_at, last_seen_at)
        select sha256(n::text::bytea), 'lookup', 'NOT_FOUND', '', '{}', array['m' || n], '{}', '{}',
          '[]', '192.0.2.7', '192.0.2.7', 'r', 1, now(), now() from generate_series(1, 20) n
        """);
    assertThat(stored.clientAddresses().detail()).contains("All 20 machines").contains("192.0.2.7");
    execute("update lookup_attempt set source = '192.0.2.8' where id % 2 = 0");
    assertThat(stored.clientAddresses().result()).isEqualTo(Result.OK);
    execute("delete from lookup_attempt");
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String read(String resource) throws IOException {
    try (var in = DatabaseChecksTest.class.getClassLoader().getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
