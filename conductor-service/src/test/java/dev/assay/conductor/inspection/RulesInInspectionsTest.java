package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.inspection.Bench.Run;
import dev.assay.conductor.testing.SentMessages;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.registration.Conductors;
import dev.assay.secret.Keyring;
import dev.assay.secret.SecretColumn;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rules do within an inspection. Source: spec rules.md 3, 9, 10. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesInInspectionsTest {
  private static final String GOOD = "03-arm64.json";
  private static final Duration ONE_HOUR = Duration.ofHours(1);

  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject CachedRules rules;
  @Inject DataSource database;
  @Inject Conductors conductors;
  @Inject Drivers drivers;
  @Inject SentMessages sent;

  @BeforeEach
  void clear() {
    bench.clear();
    rules.clear();
  }

  /** The other tests of this module know nothing of rules. */
  @AfterEach
  void noRules() {
    rules.clear();
  }

  @Nested
  class Phases {
    @Test
    void preprocess_comes_before_the_first_main_hook_and_main_after_the_last() {
      var seen = "'actions': [{'op': 'set-plugin-data', 'args': {'path': '%s', 'value': true}}]";
      var arch =
          "'conditions': [{'op': 'is-empty', 'args': {'value': '{node.properties[cpu_arch]}'}}]";
      rules.add("{'phase': 'preprocess', %s, %s}".formatted(arch, seen.formatted("before")));
      rules.add(
          "{'phase': 'main', %s, %s}"
              .formatted(arch.replace("'is", "'!is"), seen.formatted("after")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.state(run).stage()).isEqualTo("finished");
      assertThat(bench.pluginData(run).path("before").booleanValue()).isTrue();
      assertThat(bench.pluginData(run).path("after").booleanValue()).isTrue();
    }

    @Test
    void hooks_go_on_with_what_preprocess_rules_left() {
      rules.add(
          "{'phase': 'preprocess', 'actions': [%s]}"
              .formatted(set("properties/cpu_arch", "'mine'")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      var trace = bench.trace(run);
      assertThat(bench.state(run).properties().path("cpu_arch").textValue()).isEqualTo("aarch64");
      assertThat(trace.hooks())
          .anySatisfy(
              hook ->
                  assertThat(hook.changes())
                      .anyMatch(it -> it.contains("cpu_arch") && it.contains("aarch64")));
    }

    @ParameterizedTest
    @CsvSource({"agent, 1", "redfish, 0"})
    void rules_run_for_the_inspect_interfaces_that_are_configured(String type, int expected) {
      rules.add("{'actions': [%s]}".formatted(set("extra/x", "1")));

      var run = process(bench.processing(Bench.sample(GOOD), type));

      assertThat(bench.trace(run).rules()).hasSize(expected);
      assertThat(bench.node(run).attributes().extra().size()).isEqualTo(expected);
    }

    @Test
    void a_rule_with_a_scope_is_for_nodes_that_have_it() {
      rules.add("{'scope': 'lab', 'actions': [%s]}".formatted(set("extra/x", "1")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.node(run).attributes().extra()).isEmpty();
      assertThat(bench.trace(run).rules())
          .singleElement()
          .satisfies(it -> assertThat(it.matched()).isFalse())
          .extracting(RuleRun::decision)
          .isEqualTo(new Decision("scope", "rule: lab, node: null"));
    }
  }

  @Nested
  class What_rules_change {
    @Test
    void of_the_node_is_stored_with_the_inspection() {
      rules.add(
          "{'actions': [%s, %s, %s, %s, %s, %s, %s]}"
              .formatted(
                  set("extra/rack", "'r{inventory[cpu][count]}'"),
                  set("driver_info/fake_user", "'admin'"),
                  set("resource_class", "'gold'"),
                  set("name", "'found-1'"),
                  set("maintenance", "true"),
                  "{'op': 'set-capability', 'args': {'name': 'gpu', 'value': 'yes'}}",
                  "{'op': 'add-trait', 'args': {'name': 'CUSTOM_GPU'}}"));

      var run = process(bench.processing(Bench.sample(GOOD)));

      var node = bench.node(run);
      assertThat(bench.state(run).lastError()).isNull();
      assertThat(node.attributes().extra().path("rack").textValue()).startsWith("r");
      assertThat(node.attributes().driverInfo().path("fake_user").textValue()).isEqualTo("admin");
      assertThat(node.attributes().resourceClass()).isEqualTo("gold");
      assertThat(node.attributes().name()).isEqualTo("found-1");
      assertThat(node.attributes().maintenance()).isTrue();
      assertThat(node.attributes().properties().path("capabilities").textValue())
          .isEqualTo("gpu:yes");
      assertThat(node.attributes().properties().path("cpu_arch").textValue()).isEqualTo("aarch64");
      assertThat(node.traits()).containsExactly("CUSTOM_GPU");
    }

    @Test
    void of_driver_info_that_cannot_be_decrypted_is_refused_as_the_rest_would_be_lost() {
      rules.add("{'actions': [%s]}".formatted(set("driver_info/fake_user", "'admin'")));
      var run = bench.processing(Bench.sample(GOOD));
      var copied =
          Keyring.installed()
              .seal(
                  "{\"fake_user\":\"x\"}",
                  new SecretColumn("node", UUID.randomUUID(), "driver_info"));
      bench.storeDriverInfo(run, copied);

      process(run);

      assertThat(bench.state(run).lastError())
          .contains(
              "the values that rules set are not valid: The stored driver_info of node "
                  + run.node());
      assertThat(bench.node(run).attributes().secretDriverInfo().isReadable()).isFalse();
    }

    @Test
    void may_take_away_what_a_hook_has_just_set() {
      rules.add("{'actions': [{'op': 'del-attribute', 'args': {'path': 'properties/cpu_arch'}}]}");

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.state(run).stage()).isEqualTo("finished");
      assertThat(bench.state(run).properties().has("cpu_arch")).isFalse();
    }

    @Test
    void of_a_port_that_was_just_found_is_stored_with_it() {
      var mac = Bench.macOf(GOOD);
      rules.add(
          "{'actions': [%s, %s, %s]}"
              .formatted(
                  setPort(mac, "extra/role", "'{item}'", "['storage']"),
                  setPort(mac, "category", "'fast'", "[1]"),
                  setPort(mac, "name", "'port-1'", "[1]")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.state(run).lastError()).isNull();
      var port = bench.port(run, mac).attributes();
      assertThat(port.extra().path("role").textValue()).isEqualTo("storage");
      assertThat(port.category()).isEqualTo("fast");
      assertThat(port.name()).isEqualTo("port-1");
      assertThat(port.availableForDynamicPortgroup()).isTrue();
    }

    @Test
    void of_the_conductor_group_may_be_nothing() {
      rules.add("{'actions': [%s]}".formatted(set("conductor_group", "null")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.state(run).stage()).isEqualTo("finished");
      assertThat(bench.node(run).attributes().conductorGroup()).isEmpty();
    }

    @Test
    void of_the_conductor_group_leaves_the_power_off_to_the_conductors_of_that_group() {
      var registered =
          drivers.descriptions().stream().filter(it -> it.name().equals("fake-hardware")).toList();
      QuarkusTransaction.requiringNew()
          .run(() -> conductors.register("c7.example", "rack7", registered, ONE_HOUR));
      try {
        rules.add("{'actions': [%s]}".formatted(set("conductor_group", "'rack7'")));

        var run = process(bench.processing(Bench.sample(GOOD)));

        assertThat(bench.state(run).stage()).isEqualTo("finished");
        assertThat(bench.state(run).lastError()).isNull();
        assertThat(bench.node(run).reservation()).isNull();
        assertThat(bench.node(run).work().powerOffAfter()).contains(run.inspection());
        assertThat(sent.of(run.node()))
            .contains(new Command.PowerOffAfter(run.node(), run.inspection()));
      } finally {
        QuarkusTransaction.requiringNew().run(() -> conductors.leave("c7.example"));
      }
    }

    @Test
    void leaves_interfaces_alone_that_were_never_chosen() {
      rules.add("{'actions': [%s]}".formatted(set("extra/x", "1")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.node(run).attributes().interfaces()).isEqualTo(Map.of("inspect", "agent"));
    }

    @Test
    void a_new_driver_keeps_the_interfaces_it_accepts_and_has_its_own_for_the_others() {
      rules.add("{'actions': [%s]}".formatted(set("driver", "'redfish'")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      var attributes = bench.node(run).attributes();
      assertThat(bench.state(run).stage()).isEqualTo("finished");
      assertThat(attributes.driver()).isEqualTo("redfish");
      assertThat(attributes.interfaces())
          .containsEntry("power", "redfish")
          .containsEntry("inspect", "agent");
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "', {''op'': ''fail'', ''args'': {''msg'': ''no''}}', 0"})
    void calls_are_ordered_with_an_inspection_that_ends_well(String more, int expected) {
      rules.add(
          "{'actions': [{'op': 'api-call', 'args': {'url': 'http://127.0.0.1:9/{node.uuid}'}}%s]}"
              .formatted(more));

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.calls(run)).isEqualTo(expected);
    }

    @Test
    void is_in_the_trace_with_the_condition_that_decided() {
      var uuid =
          rules.add(
              """
              {'conditions': [{'op': 'eq', 'args': {'values': ['{inventory[cpu][architecture]}', 'x86_64']}}],
               'actions': [{'op': 'fail', 'args': {'msg': 'never'}}]}
              """);

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.trace(run).rules())
          .containsExactly(
              new RuleRun(
                  uuid,
                  "main",
                  false,
                  new Decision("conditions[0] eq", "values: [\"aarch64\", \"x86_64\"]"),
                  List.of(),
                  List.of(),
                  null));
    }
  }

  @Nested
  class A_failure {
    @Test
    void leaves_nothing_behind_but_the_reason() {
      rules.add(
          "{'priority': 9, 'actions': [%s, %s]}"
              .formatted(
                  set("extra/x", "1"), "{'op': 'fail', 'args': {'msg': 'too {node.driver}'}}"));

      var run = process(bench.processing(Bench.sample(GOOD)));

      var state = bench.state(run);
      assertThat(state.stage()).isEqualTo("error");
      assertThat(state.errorCode()).isEqualTo("FAILED_BY_RULE");
      assertThat(state.lastError())
          .startsWith(
              "Failed to finish inspection: Failed to inspect hardware. Reason: too fake-hardware."
                  + " Stage processing took ");
      assertThat(state.properties()).isEmpty();
      assertThat(state.macs()).isEmpty();
      assertThat(state.inventory()).isFalse();
      assertThat(bench.node(run).attributes().extra()).isEmpty();
      assertThat(bench.trace(run).rules()).singleElement().extracting(RuleRun::failure).isNotNull();
    }

    @Test
    void of_a_preprocess_rule_comes_before_any_main_hook() {
      rules.add("{'phase': 'preprocess', 'actions': [{'op': 'fail', 'args': {'msg': 'no'}}]}");

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.state(run).errorCode()).isEqualTo("FAILED_BY_RULE");
      assertThat(bench.trace(run).hooks()).noneMatch(hook -> hook.part().equals("process"));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            driver                | toaster | supports driver toaster for conductor group ''.
            conductor_group       | elsewhere | supports driver fake-hardware for conductor group 'elsewhere'.
            boot_interface        | floppy | Driver fake-hardware does not accept the boot_interface floppy
            properties/memory_mb  | plenty | properties/memory_mb must be a non-negative integer
            retired_reason        | old | retired_reason cannot be set without retired
            parent_node           | 5e9d2c0a-0000-4000-8000-000000000000 | parent_node names node 5e9d2c0a-0000-4000-8000-000000000000, unknown
            name                  | taken | A node with name taken already exists.
            """)
    void what_a_client_could_not_set_either_fails_the_inspection(
        String path, String value, String sentence) {
      bench.named("taken");
      rules.add("{'actions': [%s]}".formatted(set(path, "'%s'".formatted(value))));

      var run = process(bench.processing(Bench.sample(GOOD)));

      var state = bench.state(run);
      assertThat(state.stage()).isEqualTo("error");
      assertThat(state.errorCode()).isEqualTo("RULE_ACTION_FAILED");
      assertThat(state.lastError())
          .startsWith(
              "Failed to finish inspection: Inspection rule action execution failed. Reason: ")
          .contains(sentence);
      assertThat(state.properties()).isEmpty();
      assertThat(state.macs()).isEmpty();
      assertThat(state.reservation()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"name, taken", "driver, s3cret-driver", "properties/memory_mb, s3cret-size"})
    void the_reason_does_not_say_what_a_sensitive_rule_set(String path, String value) {
      bench.named("taken");
      rules.add(
          "{'sensitive': true, 'actions': [%s]}".formatted(set(path, "'%s'".formatted(value))));

      var run = process(bench.processing(Bench.sample(GOOD)));

      var state = bench.state(run);
      assertThat(state.errorCode()).isEqualTo("RULE_ACTION_FAILED");
      assertThat(state.lastError()).contains("the values that rules set are not valid");
      assertThat(state.lastError()).doesNotContain(value);
    }

    @Test
    void by_the_database_is_told_also_when_nothing_but_the_node_changes() throws Exception {
      process(bench.processing(Bench.sample(GOOD))); // from now on its ports are another node's
      bench.named("other");
      rules.add("{'actions': [%s]}".formatted(set("name", "'taken'")));
      var run = bench.discovered(Bench.sample(GOOD)); // is not switched off

      try (var connection = database.getConnection();
          var statement = connection.createStatement();
          var processing = Executors.newVirtualThreadPerTaskExecutor()) {
        connection.setAutoCommit(false); // another request gives the name at the same time
        statement.executeUpdate("update node set name = 'taken' where name = 'other'");
        var processed = processing.submit(() -> process(run));
        await().atMost(Duration.ofSeconds(20)).until(this::somebodyWaitsForALock);
        connection.commit();
        processed.get();
      }

      assertThat(bench.state(run).stage()).isEqualTo("error");
      assertThat(bench.state(run).errorCode()).isEqualTo("RULE_ACTION_FAILED");
      assertThat(bench.state(run).lastError())
          .contains("a rule set a node name that another node already has");
    }

    private boolean somebodyWaitsForALock() throws SQLException {
      try (var connection = database.getConnection();
          var statement = connection.createStatement();
          var waiting =
              statement.executeQuery(
                  "select 1 from pg_stat_activity where wait_event_type = 'Lock'")) {
        return waiting.next();
      }
    }

    @Test
    void a_port_cannot_be_put_into_the_group_of_another_node() {
      rules.add(
          "{'actions': [%s]}"
              .formatted(
                  setPort(
                      Bench.macOf(GOOD),
                      "portgroup_uuid",
                      "'5e9d2c0a-0000-4000-8000-000000000000'",
                      "[1]")));

      var run = process(bench.processing(Bench.sample(GOOD)));

      assertThat(bench.state(run).errorCode()).isEqualTo("RULE_ACTION_FAILED");
      assertThat(bench.state(run).lastError()).contains("which this node does not have");
    }

    @Test
    void what_a_machine_sent_that_no_column_can_have_is_replaced() {
      rules.add("{'actions': [%s]}".formatted(set("extra/odd", "'{plugin_data[odd]}'")));
      var body = Bench.sample(GOOD).stripTrailing();

      var run =
          process(
              bench.processing(body.substring(0, body.length() - 1) + ", \"odd\": \"a\\u0000b\"}"));

      assertThat(bench.node(run).attributes().extra().path("odd").textValue())
          .isEqualTo("a\uFFFDb");
    }
  }

  private Run process(Run run) {
    handler.receive(
        new Envelope(new Command.ProcessCallback(run.node(), run.inspection()), "req-test")
            .write());
    return run;
  }

  private static String set(String path, String value) {
    return "{'op': 'set-attribute', 'args': {'path': '%s', 'value': %s}}".formatted(path, value);
  }

  private static String setPort(String mac, String path, String value, String loop) {
    return "{'op': 'set-port-attribute', 'args': {'port_id': '%s', 'path': '%s', 'value': %s}, 'loop': %s}"
        .formatted(mac, path, value, loop);
  }
}
