package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.stack.AllInOne;
import dev.assay.stack.ApiClient;
import dev.assay.standalone.DatabaseAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that secrets given to Assay appear nowhere but where they are used. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PlantedSecretsIT {
  private static final String ADDRESS = "52:54:00:a1:13:08";
  private static final String OF_THE_BMC = "planted-1-of-the-bmc";
  private static final String OF_THE_INSTANCE = "planted-2-of-the-instance";
  private static final String OF_A_RULE = "planted-3-of-a-rule";
  private static final String OF_A_CALL = "planted-4-of-a-call";
  private static final List<String> SECRETS =
      List.of(OF_THE_BMC, OF_THE_INSTANCE, OF_A_RULE, OF_A_CALL);

  /** Stored in plain text to prove that the search would find a secret. */
  private static final String NO_SECRET = "planted-0-for-everybody";

  private final Path folder;

  PlantedSecretsIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void no_dump_file_log_or_answer_holds_them() throws Exception {
    var settings =
        Map.of(
            "assay.inspector.require-managed-boot",
            false,
            "assay.inspection-rules.api-call-hosts",
            "127.0.0.1",
            "assay.log.level",
            "INFO");
    try (var assay = AllInOne.start(folder, settings)) {
      var api = assay.api();
      plantRule(api);
      var node = plantNode(api);
      api.manage(node);
      api.order(node, "inspect");
      api.awaitState(node, "inspect wait");
      api.callback(Enrolment.minimalBody(ADDRESS)).require(202);
      api.awaitState(node, "manageable");

      try (var database = DatabaseAddress.connect(assay.data().resolve("database"))) {
        var dump = dump(database);
        assertThat(dump).contains(NO_SECRET).doesNotContain(SECRETS);
        assertThat(dump).as("all of it was there").contains("assay:v1:");
        assertThat(count(database, "api_call")).as("calls still to be made").isEqualTo(1);
      }
      assertThat(answers(api, node)).contains(NO_SECRET).doesNotContain(SECRETS);
      assertThat(filesWith(assay.data(), NO_SECRET)).isNotEmpty();
      assertNoFileHoldsThem(assay.data());

      assay.process().stop();
      assertNoFileHoldsThem(assay.data());
      assertThat(Files.readString(folder.resolve("assay.log"))).doesNotContain(SECRETS);
    }
  }

  private static void plantRule(ApiClient api) {
    var call =
        Map.of(
            "url",
            "http://127.0.0.1:9/in?token=" + OF_A_CALL, // nobody listens there
            "headers",
            Map.of("X-Auth-Token", OF_A_CALL),
            "retries",
            5,
            "backoff_factor",
            10);
    var rule =
        Map.of(
            "sensitive",
            true,
            "actions",
            List.of(
                Map.of(
                    "op",
                    "set-attribute",
                    "args",
                    Map.of("path", "/driver_info/ipmi_password", "value", OF_A_RULE)),
                Map.of("op", "api-call", "args", call)));
    api.post("/v1/inspection_rules", rule).require(201);
  }

  private static String plantNode(ApiClient api) {
    var node =
        api.createNode(
            Map.of(
                "driver", "fake-hardware",
                "inspect_interface", "agent",
                "extra", Map.of("note", NO_SECRET),
                "driver_info", Map.of("redfish_password", OF_THE_BMC),
                "instance_info", Map.of("configdrive", OF_THE_INSTANCE)));
    api.createPort(node, ADDRESS);
    return node;
  }

  private static String answers(ApiClient api, String node) {
    return Stream.of(
            "/v1/nodes/" + node,
            "/v1/nodes/detail",
            "/v1/nodes/" + node + "/inspections",
            "/v1/nodes/" + node + "/history/detail",
            "/v1/nodes/" + node + "/inventory",
            "/v1/inspection_rules/detail",
            "/v1/inspection_rules")
        .map(path -> api.get(path).body())
        .reduce("", String::concat);
  }

  /** Every row of every table as text. */
  private static String dump(Connection database) throws SQLException {
    var dump = new StringBuilder();
    for (var table :
        column(database, "select tablename from pg_tables where schemaname = 'public'")) {
      column(database, "select t::text from \"%s\" t".formatted(table)).forEach(dump::append);
    }
    return dump.toString();
  }

  private static long count(Connection database, String table) throws SQLException {
    return column(database, "select 1::text from " + table).size();
  }

  private static List<String> column(Connection database, String query) throws SQLException {
    var values = new ArrayList<String>();
    try (var statement = database.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  private static void assertNoFileHoldsThem(Path data) throws IOException {
    for (var secret : SECRETS) {
      assertThat(filesWith(data, secret)).as("files with " + secret).isEmpty();
    }
  }

  /** The files of the data folder that contain the text, including the WAL but not the programs. */
  private static List<Path> filesWith(Path data, String text) throws IOException {
    try (var files = Files.walk(data)) {
      return files
          .filter(file -> Files.isRegularFile(file))
          .filter(file -> !file.startsWith(data.resolve("postgres")))
          .filter(file -> holds(file, text))
          .toList();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException _) {
      return false; // deleted meanwhile
    }
  }
}
