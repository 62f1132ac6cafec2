package dev.assay.standalone.inspectorimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Databases that a real ironic-inspector wrote: see {@code resources/inspector/make}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectorDatabaseIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NODE = "20000000-0000-4000-8000-00000000000";

  @TempDir static Path folder = Path.of("");
  private static @Nullable InspectorDumps dumps;

  @BeforeAll
  static void both_databases() throws Exception {
    dumps = InspectorDumps.loaded(folder);
  }

  @AfterAll
  static void stop() {
    if (dumps != null) {
      dumps.close();
    }
  }

  static Stream<DatabaseUrl> databases() {
    var both = Objects.requireNonNull(dumps);
    return Stream.of(both.mariadbConnection(), both.postgresConnection()).map(DatabaseUrl::parse);
  }

  @ParameterizedTest
  @MethodSource("databases")
  void rules_come_as_they_were_posted_and_in_their_order(DatabaseUrl url) throws Exception {
    try (var database = InspectorDatabase.open(url)) {
      var read = database.rules();
      var posted = JSON.readTree(InspectorDumps.resource("rules.json"));
      assertThat(read).hasSize(14).hasSize(posted.size());
      for (int i = 0; i < read.size(); i++) {
        var expected = InspectorRuleJson.withDefaults((ObjectNode) posted.get(i));
        assertThat(read.get(i).document()).isEqualTo(expected);
      }
      assertThat(read.getFirst().createdAt())
          .isBetween(
              Instant.parse("2023-05-17T10:23:00Z"), Instant.parse("2023-05-17T10:23:00.25Z"));
      assertThat(read).noneMatch(InspectorRule::disabled);
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void nodes_come_with_state_times_and_error(DatabaseUrl url) throws Exception {
    try (var database = InspectorDatabase.open(url)) {
      var nodes = database.nodes();
      assertThat(nodes)
          .extracting(node -> node.state().orElseThrow())
          .containsExactly("finished", "finished", "error", "error", "waiting");
      assertThat(nodes)
          .extracting(InspectorNode::error)
          .containsExactly(
              Optional.empty(),
              Optional.empty(),
              Optional.of("Ironic says: driver_info is incomplete"),
              Optional.of("Introspection timeout"),
              Optional.empty());
      assertThat(nodes.getFirst().uuid()).isEqualTo(NODE + "1");
      assertThat(nodes.getFirst().startedAt().orElseThrow())
          .isBetween(
              Instant.parse("2023-05-17T09:30:00Z"), Instant.parse("2023-05-17T09:30:00.25Z"));
      assertThat(nodes.getLast().finishedAt()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void data_come_processed_and_not(DatabaseUrl url) throws Exception {
    List<StoredData> data = new ArrayList<>();
    try (var database = InspectorDatabase.open(url)) {
      database.data(data::add);
    }
    Map<String, StoredData> byName = new HashMap<>();
    data.forEach(
        each -> byName.put(each.uuid().substring(35) + (each.processed() ? "p" : ""), each));
    assertThat(byName).containsOnlyKeys("1", "1p", "2", "2p", "3");
    var unprocessed = JSON.readTree(Objects.requireNonNull(byName.get("2")).json());
    var processed = JSON.readTree(Objects.requireNonNull(byName.get("2p")).json());
    assertThat(unprocessed.at("/inventory/bmc_address").asText()).isEqualTo("10.30.0.31");
    assertThat(unprocessed.has("memory_mb")).isFalse();
    assertThat(processed.path("memory_mb").asInt()).isEqualTo(1572864);
    assertThat(processed.path("inventory")).isEqualTo(unprocessed.path("inventory"));
  }

  @Test
  void a_database_of_something_else_is_refused() throws Exception {
    var server = Objects.requireNonNull(dumps).mariadb();
    try (var connection = server.connect("");
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE other");
    }
    var url = DatabaseUrl.parse("mysql://root:@127.0.0.1:%d/other".formatted(server.port()));
    assertThatThrownBy(() -> InspectorDatabase.open(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/other of user root is no database of ironic-inspector");
  }

  @Test
  void an_older_schema_is_refused() throws Exception {
    var server = Objects.requireNonNull(dumps).mariadb();
    try (var connection = server.connect("");
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE older");
      statement.execute("CREATE TABLE older.alembic_version (version_num varchar(32))");
      statement.execute("INSERT INTO older.alembic_version VALUES ('bf8dec16023c')");
    }
    var url = DatabaseUrl.parse("mysql://root:@127.0.0.1:%d/older".formatted(server.port()));
    assertThatThrownBy(() -> InspectorDatabase.open(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has schema [bf8dec16023c], not b55109d5063a")
        .hasMessageContaining("run ironic-inspector-dbsync upgrade");
  }

  @Test
  void the_configuration_file_of_the_fixture_is_read() throws Exception {
    var file = ConfigurationFile.parse(InspectorDumps.resource("ironic-inspector.conf"));
    assertThat(file.list("processing", "processing_hooks").orElseThrow())
        .hasSize(12)
        .startsWith("ramdisk_error", "root_disk_selection")
        .endsWith("raid_device", "extra_hardware");
    assertThat(file.values("pci_devices", "alias")).hasSize(2);
    assertThat(file.value("house_extension", "answer")).hasValue("42");
    assertThat(file.names()).hasSizeGreaterThan(60);
  }
}
