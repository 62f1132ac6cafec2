package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.secret.KeyFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests what the command prints; StoredSecretsDatabaseTest tests what it does. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReencryptCommandTest {
  /** The part of the schema that the command reads. */
  private static final String TABLES =
      """
      create table node (id bigint, uuid uuid, driver_info jsonb, instance_info jsonb);
      create table inspection_rule (id bigint, uuid uuid, conditions jsonb, actions jsonb);
      create table classic_rule (id bigint, uuid uuid, conditions jsonb, actions jsonb);
      create table api_call (id bigint, uuid uuid, call jsonb);
      create table webhook (id bigint, uuid uuid, target jsonb);
      create table secret_key (id text primary key, proof text);
      """;

  private final Path folder;
  private final UUID node = UUID.randomUUID();
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

  ReencryptCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void catch_what_is_printed() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void print_again() {
    System.setOut(out);
    System.setErr(err);
  }

  @Test
  void it_says_whether_to_run_it_again_and_which_values_it_cannot_read() throws Exception {
    var keys = folder.resolve("secrets.keys");
    KeyFile.add(keys, false);
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r-----"));
    execute(TABLES);
    execute(
        "insert into node values (1, '%s', '{\"redfish_password\": \"calvin\"}', '{}')"
            .formatted(node));

    assertThat(reencrypt()).isZero();
    assertThat(printed())
        .startsWith("Re-encrypted 1 values.")
        .contains("Run this again after every process has read the key file")
        .doesNotContain("All values are encrypted");
    assertThat(complained())
        .as("warnings of the key file")
        .contains("The group of the key file " + keys + " may read it");

    assertThat(reencrypt()).isZero();
    assertThat(printed())
        .startsWith("Re-encrypted 0 values.")
        .contains("All values are encrypted with the first key; the other keys can be removed.");

    execute("update node set driver_info = '\"assay:v1:lost:AAAA\"'");
    complained.reset();
    assertThat(reencrypt()).isEqualTo(1);
    assertThat(printed()).doesNotContain("All values are encrypted");
    assertThat(complained())
        .containsOnlyOnce("The stored driver_info of node " + node + " cannot be decrypted")
        .endsWith("1 values cannot be decrypted; the lines above name them.\n");
  }

  @Test
  void keys_that_are_lost_for_ever_are_given_up_on_request() throws Exception {
    var keys = folder.resolve("secrets.keys");
    KeyFile.add(keys, false);
    execute(TABLES);
    execute(
        "insert into node values (1, '%s', '{\"redfish_password\": \"calvin\"}', '{}')"
            .formatted(node));
    assertThat(reencrypt()).isZero();
    Files.delete(keys);
    KeyFile.add(keys, false);

    assertThat(reencrypt()).isEqualTo(1);
    assertThat(complained()).contains("reencrypt --give-up-lost-keys");

    assertThat(reencrypt("--give-up-lost-keys")).isEqualTo(1);
    assertThat(printed()).contains("Given up: key ");
    assertThat(complained())
        .contains("The stored driver_info of node " + node + " cannot be decrypted");

    execute("update node set driver_info = '{\"redfish_password\": \"new\"}'");
    assertThat(reencrypt()).isZero();
    assertThat(reencrypt("--give-up-lost-keys")).isZero();
    assertThat(printed()).contains("No key is lost.");
  }

  private int reencrypt(String... more) {
    var arguments = Stream.concat(Stream.of("--data", folder.toString()), Stream.of(more));
    return new CommandLine(new ReencryptCommand()).execute(arguments.toArray(String[]::new));
  }

  private String printed() {
    return taken(printed);
  }

  private String complained() {
    return taken(complained);
  }

  private static String taken(ByteArrayOutputStream bytes) {
    var text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  /**
   * Runs a statement in a database started only for it: the command must find the database stopped.
   */
  private void execute(String sql) throws SQLException {
    try (var database = LocalDatabase.start(folder.resolve("database"));
        var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
