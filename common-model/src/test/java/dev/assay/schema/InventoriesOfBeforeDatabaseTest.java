package dev.assay.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.storedjson.CompressedJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What change 023 makes of the inventories that are stored. Source: docs/decisions/0047. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InventoriesOfBeforeDatabaseTest {
  private static final Path FOLDER = Path.of("src/main/resources/db/assay");
  private static final String CHANGE = "023";

  @Inject DataSource databases;

  private Connection database;

  /** All in a schema and a transaction of its own, which is rolled back. */
  @BeforeEach
  void createWhatWasThere() throws SQLException, IOException {
    database = databases.getConnection();
    database.setAutoCommit(false);
    run("create schema of_before");
    run("set local search_path to of_before");
    for (var file : files(false)) {
      run(Files.readString(file));
    }
    run(
        """
        insert into node (uuid, driver, driver_info, properties, extra, instance_info, maintenance,
          interfaces, conductor_group, protected, retired, network_data, disable_power_off,
          driver_internal_info, provision_state, auto_discovered, created_at)
        select gen_random_uuid(), 'fake-hardware', '{}', '{}', '{}', '{}', false,
          '{"inspect": "redfish"}', '', false, false, '{}', false, '{}', 'manageable', false, now()
        from generate_series(1, 3)
        """);
    run(
        """
        insert into inspection
          (uuid, node_id, cause, inspect_interface, stage, started_at, finished_at, timeline)
        select gen_random_uuid(), id, 'requested', 'agent', 'finished', now(), now(), '[]' from node
        """);
  }

  @AfterEach
  void rollBack() throws SQLException {
    database.rollback();
    database.close();
  }

  @Test
  void they_are_the_first_results_of_the_history() throws SQLException, IOException {
    store(1, 1, "{\"n\":1}");
    store(2, 2, "{\"n\":2}");

    change();

    assertThat(numbers("select inspection_id from inspection_result order by 1"))
        .containsExactly(1L, 2L);
    assertThat(inventoryOf(2)).isEqualTo("{\"n\":2}");
    assertThat(numbers("select count(*) from document")).containsExactly(4L);
  }

  @Test
  void an_inventory_whose_inspection_was_deleted_gets_one_again() throws SQLException, IOException {
    store(1, 1, "{\"n\":1}");
    run("delete from inspection where id = 1");

    change();

    assertThat(inventoryOf(1)).isEqualTo("{\"n\":1}");
    assertThat(numbers("select node_id from inspection where id = 1 and stage = 'finished'"))
        .containsExactly(1L);
    run(
        """
        insert into inspection (uuid, node_id, cause, inspect_interface, stage, started_at, timeline)
        values (gen_random_uuid(), 1, 'requested', 'agent', 'starting', now(), '[]')
        """);
    assertThat(numbers("select max(id) from inspection")).containsExactly(4L);
  }

  @Test
  void one_that_names_the_inspection_of_another_node_does_not_stop_the_change()
      throws SQLException, IOException {
    store(1, 2, "{\"n\":1}");

    change();

    assertThat(numbers("select count(*) from inspection_result")).containsExactly(0L);
  }

  private void change() throws SQLException, IOException {
    for (var file : files(true)) {
      run(Files.readString(file));
    }
  }

  /** The changes before {@link #CHANGE}, or that one. */
  private static List<Path> files(boolean change) throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".sql"))
          .filter(file -> compared(file) < 0 != change && compared(file) <= 0)
          .sorted()
          .toList();
    }
  }

  private static int compared(Path file) {
    return file.getFileName().toString().substring(0, CHANGE.length()).compareTo(CHANGE);
  }

  private void store(long node, long inspection, String inventory) throws SQLException {
    try (var insert =
        database.prepareStatement(
            "insert into node_inventory (node_id, inspection_id, inventory, plugin_data, created_at)"
                + " values (?, ?, ?, ?, now())")) {
      insert.setLong(1, node);
      insert.setLong(2, inspection);
      insert.setBytes(3, CompressedJson.of(inventory.getBytes(UTF_8)).bytes());
      insert.setBytes(4, CompressedJson.of("{}".getBytes(UTF_8)).bytes());
      insert.executeUpdate();
    }
  }

  private String inventoryOf(long node) throws SQLException {
    try (var query =
        database.prepareStatement(
            "select body from inspection_result r join document d on d.node_id = r.node_id"
                + " and d.digest = r.inventory where r.node_id = ?")) {
      query.setLong(1, node);
      try (var row = query.executeQuery()) {
        assertThat(row.next()).isTrue();
        return new String(new CompressedJson(row.getBytes(1)).json(), UTF_8);
      }
    }
  }

  private void run(String sql) throws SQLException {
    try (var statement = database.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<Long> numbers(String sql) throws SQLException {
    var numbers = new ArrayList<Long>();
    try (var statement = database.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }
}
