package dev.assay.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.connection.DatabaseOutage;
import dev.assay.id.NodeId;
import dev.assay.liveness.Loops;
import dev.assay.node.Node;
import dev.assay.node.NodeDocument;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.store.StoredRule;
import dev.assay.rule.store.StoredRules;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how secrets are stored in the tables, encrypted again with a new key, and read. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoredSecretsDatabaseTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final String SECRET = "planted-secret";

  @Inject Nodes nodes;
  @Inject StoredRules rules;
  @Inject DataSource database;
  @Inject DatabaseOutage outage;

  private final List<String> unreadable = new ArrayList<>();
  private Path folder;
  private Keyring before;

  @BeforeEach
  void remember_the_keys(@TempDir Path files) {
    folder = files;
    before = Keyring.installed();
  }

  @AfterEach
  void forget_everything_but_the_keys() throws SQLException {
    execute(
        "delete from node; delete from inspection_rule; delete from webhook;"
            + " delete from secret_key");
    Keyring.install(before);
  }

  @Test
  void driver_info_is_encrypted_in_its_row_and_in_clear_for_who_works_with_it() {
    var node = node();

    assertThat(column("driver_info", node)).startsWith("\"assay:v1:").doesNotContain(SECRET);
    assertThat(column("instance_info", node)).as("nothing in it").isEqualTo("{}");
    assertThat(passwordOf(node)).isEqualTo(SECRET);
  }

  @Test
  void an_unrelated_change_does_not_encrypt_it_again() {
    var node = node();
    var stored = column("driver_info", node);

    change(node, found -> found.fail("for another reason", NOW));
    assertThat(column("driver_info", node)).isEqualTo(stored);
    change(node, found -> found.maintain(true, "rack moves", NOW));
    assertThat(column("driver_info", node)).isEqualTo(stored);
  }

  @Test
  void a_value_in_clear_is_read_and_encrypted_when_the_node_is_written() throws SQLException {
    var node = node();
    execute("update node set driver_info = '{\"redfish_password\": \"" + SECRET + "\"}'");
    assertThat(passwordOf(node)).isEqualTo(SECRET);

    change(node, found -> found.maintain(true, "rack moves", NOW));

    assertThat(column("driver_info", node)).startsWith("\"assay:v1:");
    assertThat(passwordOf(node)).isEqualTo(SECRET);
  }

  @Test
  void what_was_copied_from_another_node_cannot_be_read() throws SQLException {
    var node = node();
    var other = node();
    execute(
        "update node set driver_info = (select driver_info from node where uuid = '%s') where uuid = '%s'"
            .formatted(node, other));

    assertThat(passwordOf(other)).isNull();
    assertThat(passwordOf(node)).isEqualTo(SECRET);
  }

  @Test
  void what_cannot_be_read_counts_as_empty_stays_and_can_be_replaced() throws Exception {
    var node = node();
    var lost = folder.resolve("lost");
    KeyFile.add(lost, false);
    var sealed =
        Keyring.of(lost).seal("{\"a\": 1}", new SecretColumn("node", node.uuid(), "driver_info"));
    execute("update node set driver_info = to_jsonb('%s'::text)".formatted(sealed));
    var stored = column("driver_info", node);

    assertThat(passwordOf(node)).isNull();
    assertThat(QuarkusTransaction.requiringNew().call(() -> nodes.find(node)).orElseThrow())
        .satisfies(
            found -> {
              var attributes = found.attributes();
              assertThat(NodeDocument.of(attributes).path("driver_info")).isEmpty();
              assertThat(attributes.secretDriverInfo().isEmpty()).isFalse();
              assertThat(attributes.secretInstanceInfo().isEmpty()).isTrue();
              assertThat(attributes.secretDriverInfo().unusable().orElseThrow())
                  .contains(
                      "The stored driver_info of node %s cannot be decrypted: put the key that the log names back"
                          .formatted(node));
              assertThat(attributes.secretInstanceInfo().unusable()).isEmpty();
            });
    change(node, found -> found.maintain(true, "rack moves", NOW));
    assertThat(column("driver_info", node)).isEqualTo(stored);
    change(node, found -> patch(found, document -> document.put("description", "moved")));
    assertThat(column("driver_info", node)).isEqualTo(stored);
    assertThat(text("select description from node")).isEqualTo("moved");

    change(
        node,
        found ->
            patch(
                found,
                document ->
                    document.set(
                        "driver_info", StoredJson.object().put("redfish_password", SECRET))));
    assertThat(passwordOf(node)).isEqualTo(SECRET);
  }

  private static void patch(Node node, Consumer<ObjectNode> change) {
    var document = NodeDocument.of(node.attributes()).deepCopy();
    change.accept(document);
    var attributes = node.attributes();
    var changed = NodeDocument.read(document, attributes.interfaces(), attributes.parentNode());
    assertThat(changed).isNotEqualTo(attributes);
    node.update(changed, NOW);
  }

  @Test
  void what_a_rule_says_is_encrypted() throws SQLException {
    var uuid = UUID.randomUUID();
    var rule =
        new Rule(
            uuid.toString(),
            null,
            1,
            null,
            false,
            true,
            Phase.MAIN,
            List.of(),
            List.of(action()),
            false);
    QuarkusTransaction.requiringNew().run(() -> rules.add(new StoredRule(rule, NOW)));

    assertThat(text("select actions::text from inspection_rule"))
        .startsWith("\"assay:v1:")
        .doesNotContain(SECRET);
    assertThat(rules.all().getFirst().rule()).isEqualTo(rule);
  }

  private static Action action() {
    return StoredJson.read(
        """
        {"op": "set-attribute",
         "args": {"path": "/driver_info/redfish_password", "value": "%s"}}
        """
            .formatted(SECRET),
        Action.class);
  }

  @Test
  void all_is_encrypted_again_in_small_steps_and_the_old_key_can_go() throws Exception {
    var keys = folder.resolve("keys");
    KeyFile.add(keys, false);
    execute("delete from secret_key");
    Keyring.install(Keyring.of(keys));
    var sealed = List.of(node(), node(), node());
    var clear = node();
    execute(
        "update node set driver_info = '{\"redfish_password\": \"%s\"}' where uuid = '%s'"
            .formatted(SECRET, clear));
    execute(
        """
        insert into node overriding system value
        select (jsonb_populate_record(
          n, jsonb_build_object('id', 1000000 + i, 'uuid', gen_random_uuid()))).*
        from node n, generate_series(1, 250) i where uuid = '%s'
        """
            .formatted(clear));
    execute(
        """
        delete from webhook;
        insert into webhook (uuid, target, filter, enabled, created_at)
        values (gen_random_uuid(), '{"url": "http://h/", "secret": "s"}', '{}', true, now())
        """);

    var old = Files.readAllLines(keys).getFirst();
    var id = newKey(keys);
    var outcome = reencrypt(keys);

    assertThat(outcome).isEqualTo(new Reencryption.Outcome(3 + 1 + 250 + 1, 0));
    assertThat(count("driver_info #>> '{}' like 'assay:v1:" + id + ":%'")).isEqualTo(254);
    assertThat(text("select target #>> '{}' from webhook")).startsWith("assay:v1:" + id + ":");
    assertThat(reencrypt(keys)).isEqualTo(new Reencryption.Outcome(0, 0));

    Files.writeString(keys, Files.readString(keys).replace(old + "\n", ""));
    Keyring.install(Keyring.of(keys));
    assertThat(sealed).allSatisfy(node -> assertThat(passwordOf(node)).isEqualTo(SECRET));
    try (var connection = database.getConnection()) {
      KnownKeys.require(connection, Keyring.of(keys));
    }
  }

  @Test
  void a_value_that_cannot_be_read_is_counted_and_its_key_stays_required() throws Exception {
    var node = node();
    var other = node();
    execute(
        "update node set driver_info = (select driver_info from node where uuid = '%s') where uuid = '%s'"
            .formatted(node, other));
    try (var connection = database.getConnection()) {
      KnownKeys.require(connection, before);
    }
    var keys = folder.resolve("keys");
    Files.copy(before.file(), keys, StandardCopyOption.COPY_ATTRIBUTES);
    newKey(keys);

    assertThat(reencrypt(keys)).isEqualTo(new Reencryption.Outcome(1, 1));
    assertThat(unreadable).as("once, although it is met twice").hasSize(1);
    assertThat(unreadable.getFirst())
        .startsWith("The stored driver_info of node " + other + " cannot be decrypted");
    assertThat(text("select count(*)::text from secret_key")).isEqualTo("2");
  }

  @Test
  void a_start_with_other_keys_than_those_of_the_database_is_refused() throws Exception {
    var ours = folder.resolve("ours");
    var id = KeyFile.add(ours, false);
    var foreign = folder.resolve("foreign");
    KeyFile.add(foreign, false);
    execute("delete from secret_key");
    start(ours, false);

    assertThatThrownBy(() -> start(foreign, true))
        .hasMessageContaining("encrypted with the key " + id + ", which is not in " + foreign);
    assertThatThrownBy(() -> start(folder.resolve("none"), true))
        .hasMessageContaining("is not there, and the database is encrypted");
    Files.writeString(
        foreign, id + " " + Files.readString(foreign).split(" ", 2)[1]); // the id of another key
    assertThatThrownBy(() -> start(foreign, true))
        .hasMessageContaining("is not the one of that id");

    start(ours, false);
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void a_new_key_is_noted_before_anything_is_encrypted_with_it() throws Exception {
    var keys = folder.resolve("keys");
    var first = KeyFile.add(keys, false);
    execute("delete from secret_key");
    start(keys, false);
    var keyring = Keyring.installed();
    var second = newKey(keys);
    assertThat(keyring.heldBackKey()).isPresent();
    assertThat(column("driver_info", node())).startsWith("\"assay:v1:" + first + ":");

    try (var connection = database.getConnection()) {
      KnownKeys.noteNew(connection, keyring);
    }
    assertThat(text("select string_agg(id, ' ' order by created_at) from secret_key"))
        .isEqualTo(first + " " + second);
    assertThat(column("driver_info", node())).startsWith("\"assay:v1:" + second + ":");
  }

  @Test
  void a_new_key_of_a_file_that_is_not_the_one_of_the_database_is_never_used() throws Exception {
    var keys = folder.resolve("keys");
    var first = KeyFile.add(keys, false);
    execute("delete from secret_key");
    start(keys, false);
    var keyring = Keyring.installed();
    execute("insert into secret_key (id, proof) values ('elsewhere', 'unknown')");
    newKey(keys);

    try (var connection = database.getConnection()) {
      assertThatThrownBy(() -> KnownKeys.noteNew(connection, keyring))
          .hasMessageContaining("encrypted with the key elsewhere");
    }
    assertThat(text("select count(*)::text from secret_key")).isEqualTo("2");
    assertThat(column("driver_info", node())).startsWith("\"assay:v1:" + first + ":");
  }

  @Test
  void a_new_key_of_a_file_that_has_lost_the_former_is_never_used() throws Exception {
    var keys = folder.resolve("keys");
    var first = KeyFile.add(keys, false);
    execute("delete from secret_key");
    start(keys, false);
    var keyring = Keyring.installed();
    Files.delete(keys);
    newKey(keys);

    try (var connection = database.getConnection()) {
      assertThatThrownBy(() -> KnownKeys.noteNew(connection, keyring))
          .hasMessageContaining("encrypted with the key " + first + ", which is not in " + keys);
    }
    assertThat(text("select string_agg(id, ' ') from secret_key")).isEqualTo(first);
    assertThat(column("driver_info", node())).startsWith("\"assay:v1:" + first + ":");
  }

  @Test
  void a_key_file_is_made_only_where_that_is_asked_for() throws Exception {
    execute("delete from secret_key");
    var file = folder.resolve("fresh");

    assertThatThrownBy(() -> start(file, false))
        .hasMessageContaining("make it with 'deploy/assay new-key " + file + "'");
    assertThatThrownBy(() -> start(null, true))
        .hasMessageContaining("assay.secrets.key-file is not set");

    start(file, true);
    assertThat(KeyFile.read(file)).hasSize(1);
  }

  private void start(@Nullable Path file, boolean create) throws SQLException {
    var config =
        new SecretsConfig() {
          @Override
          public Optional<Path> keyFile() {
            return Optional.ofNullable(file);
          }

          @Override
          public boolean createKeyFile() {
            return create;
          }
        };
    new KeyCheck(config, database, outage, new Loops()).check(new StartupEvent());
  }

  private static String newKey(Path keys) throws IOException {
    var id = KeyFile.add(keys, false);
    Files.setLastModifiedTime(keys, FileTime.from(Instant.now().plusSeconds(1)));
    return id;
  }

  private Reencryption.Outcome reencrypt(Path keys) throws SQLException {
    try (var connection = database.getConnection()) {
      return new Reencryption(connection, Keyring.of(keys), unreadable::add).run();
    }
  }

  private NodeId node() {
    var info = StoredJson.object().put("redfish_password", SECRET);
    var node =
        new Node(
            NodeId.random(), Fixtures.attributes(null, info), ProvisionState.ENROLL, false, NOW);
    QuarkusTransaction.requiringNew().run(() -> nodes.add(node));
    return node.uuid();
  }

  private void change(NodeId node, Consumer<Node> change) {
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodes.findForUpdate(node).orElseThrow()));
  }

  private String passwordOf(NodeId node) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                nodes
                    .find(node)
                    .orElseThrow()
                    .attributes()
                    .driverInfo()
                    .path("redfish_password")
                    .textValue());
  }

  private String column(String column, NodeId node) {
    return text("select %s::text from node where uuid = '%s'".formatted(column, node));
  }

  private int count(String condition) {
    return Integer.parseInt(text("select count(*)::text from node where " + condition));
  }

  private String text(String query) {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
