package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.command.CommandHandler;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.rule.store.StoredClassicRule;
import dev.assay.rule.store.StoredClassicRules;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What conductors do for inspections of the classic API, docs/spec/inspector-compat.md 3. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicInspectionsTest {
  private static final String GOOD = "03-arm64.json";

  @Inject CommandHandler handler;
  @Inject Bench bench;

  @Inject StoredClassicRules rules;

  @BeforeEach
  @AfterEach
  void clear() {
    bench.clear();
    QuarkusTransaction.requiringNew().run(rules::deleteAll);
  }

  @Test
  void boot_the_machine_and_leave_the_provision_state() {
    var run = bench.classic(true);

    send(new Command.StartInspection(run.node(), run.inspection()));

    assertThat(bench.state(run).stage()).isEqualTo("waiting");
    assertThat(bench.state(run).provisionState()).isEqualTo("manageable");
    assertThat(bench.node(run).powerState()).isEqualTo("power on");
  }

  @Test
  void leave_power_alone_when_the_operator_boots_the_machine() {
    var run = bench.classic(false);

    send(new Command.StartInspection(run.node(), run.inspection()));

    assertThat(bench.state(run).stage()).isEqualTo("waiting");
    assertThat(bench.node(run).powerState()).isNull();
  }

  @Test
  void fail_at_once_when_no_address_would_lead_from_the_data_to_the_node() {
    var run = bench.classic(false, List.of());

    send(new Command.StartInspection(run.node(), run.inspection()));

    var state = bench.state(run);
    assertThat(state.stage()).isEqualTo("error");
    assertThat(state.errorCode()).isEqualTo("NO_LOOKUP_ADDRESSES");
    assertThat(state.lastError()).contains("No lookup attributes were found");
    assertThat(state.provisionState()).isEqualTo("manageable");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void end_with_the_result_and_power_off_only_what_they_booted(boolean manageBoot) {
    var run = waiting(manageBoot);
    bench.received(run, Bench.sample(GOOD));

    send(new Command.ProcessCallback(run.node(), run.inspection()));

    var state = bench.state(run);
    assertThat(state.stage()).isEqualTo("finished");
    assertThat(state.provisionState()).isEqualTo("manageable");
    assertThat(state.properties().path("cpu_arch").textValue()).isEqualTo("aarch64");
    assertThat("power off".equals(bench.node(run).powerState())).isEqualTo(manageBoot);
  }

  @Test
  void that_fail_leave_the_provision_state_and_say_why() {
    var run = waiting(true);
    bench.received(run, Bench.sample("h7-no-architecture.json"));

    send(new Command.ProcessCallback(run.node(), run.inspection()));

    assertThat(bench.state(run).stage()).isEqualTo("error");
    assertThat(bench.state(run).provisionState()).isEqualTo("manageable");
    assertThat(bench.state(run).lastError()).contains("CPU architecture");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void that_are_aborted_end_and_power_off_only_what_they_booted(boolean manageBoot) {
    var run = waiting(manageBoot);
    bench.abort(run);

    send(new Command.AbortInspection(run.node(), run.inspection()));

    assertThat(bench.state(run).stage()).isEqualTo("error");
    assertThat(bench.state(run).errorCode()).isEqualTo("INSPECTION_ABORTED");
    assertThat(bench.state(run).provisionState()).isEqualTo("manageable");
    assertThat(bench.node(run).powerState()).isEqualTo(manageBoot ? "power off" : null);
  }

  @Test
  void run_the_classic_rules_on_classic_data() {
    add(
        """
        {"conditions": [{"op": "eq", "field": "cpu_arch", "value": "aarch64"},
                        {"op": "ge", "field": "memory_mb", "value": 1}],
         "actions": [{"action": "set-attribute", "path": "/extra/arch", "value": "{data[cpu_arch]}"}]}
        """);
    var run = waiting(true);
    bench.received(run, Bench.sample(GOOD));

    send(new Command.ProcessCallback(run.node(), run.inspection()));

    assertThat(bench.state(run).stage()).isEqualTo("finished");
    assertThat(bench.node(run).attributes().extra().path("arch").asText()).isEqualTo("aarch64");
  }

  @Test
  void fail_by_a_classic_rule_and_others_do_not() {
    add("{\"conditions\": [], \"actions\": [{\"action\": \"fail\", \"message\": \"no\"}]}");
    var run = waiting(true);
    bench.received(run, Bench.sample(GOOD));
    var other = bench.processing(Bench.sample("01-1u-2nic-lldp.json"));

    send(new Command.ProcessCallback(run.node(), run.inspection()));
    send(new Command.ProcessCallback(other.node(), other.inspection()));

    assertThat(bench.state(run).stage()).isEqualTo("error");
    assertThat(bench.state(run).errorCode()).isEqualTo("FAILED_BY_RULE");
    assertThat(bench.state(other).stage()).isEqualTo("finished");
  }

  private void add(String rule) {
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                rules.add(
                    new StoredClassicRule(
                        ClassicRule.of(StoredJson.read(rule, ObjectNode.class), Optional.empty()),
                        bench.now())));
  }

  private Bench.Run waiting(boolean manageBoot) {
    var run = bench.classic(manageBoot);
    send(new Command.StartInspection(run.node(), run.inspection()));
    assertThat(bench.state(run).stage()).isEqualTo("waiting");
    return run;
  }

  private void send(Command command) {
    handler.receive(new Envelope(command, "req-1").write());
  }
}
