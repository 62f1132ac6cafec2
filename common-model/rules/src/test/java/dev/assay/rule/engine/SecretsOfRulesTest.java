package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.inspection.Trace.ActionRun;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.node.ProvisionState;
import dev.assay.rule.Phase;
import dev.assay.rule.data.ChangeLog;
import dev.assay.rule.node.RuleDocuments;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.Fixtures;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 5 and 8: secrets and sensitive rules. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SecretsOfRulesTest {
  @Nested
  class A_sensitive_rule {
    private final RuleRunner rules = new RuleRunner("mask-secrets", "sensitive");

    @Test
    void shows_only_that_it_matched_and_which_of_its_parts_were_asked() {
      rules
          .rule(
              """
              {"sensitive": true, "conditions": [{"op": "eq", "args": [1, 2]}]}
              """)
          .rule(
              """
              {"sensitive": true, "actions": [{"op": "set-attribute", "args": ["extra/a", "{nope}"]}]}
              """);

      assertThat(rules.trace())
          .containsExactly(
              new RuleRun(
                  "rule-0",
                  "main",
                  false,
                  new Decision("conditions[0]", null),
                  List.of(),
                  List.of(),
                  null),
              new RuleRun(
                  "rule-1",
                  "main",
                  true,
                  null,
                  List.of(new ActionRun("actions[0]", List.of())),
                  List.of(),
                  null));
      assertThat(rules.node.at("/extra/a").textValue()).isEqualTo("{nope}");
    }

    @Test
    void fails_tersely() {
      rules.rule("{\"sensitive\": true, \"conditions\": [{\"op\": \"lt\", \"args\": [\"a\", 1]}]}");

      assertThat(rules.failure().sentence())
          .isEqualTo(
              "Failed to apply sensitive rule rule-0 to node %s: condition check failed"
                  .formatted(Vector.NODE));
    }

    @Test
    void fails_tersely_in_an_action_too() {
      rules.rule(
          """
          {"sensitive": true,
           "actions": [{"op": "set-port-attribute", "args": ["{plugin_data[password]}", "name", "x"]}]}
          """);

      assertThat(rules.failure().sentence())
          .isEqualTo(
              "Failed to apply sensitive rule rule-0 to node %s: action set-port-attribute failed"
                  .formatted(Vector.NODE));
    }

    @Test
    void says_why_it_refuses_a_machine_without_what_it_looked_up() {
      rules.rule(
          """
          {"sensitive": true,
           "actions": [{"op": "fail", "args": {"msg": "{inventory[cpu][count]} CPUs of {node.driver}"}}]}
          """);

      assertThat(rules.failure().sentence())
          .isEqualTo("Failed to inspect hardware. Reason: *** CPUs of ***");
    }

    @Test
    void hands_a_secret_to_other_rules_but_not_to_people() {
      rules
          .rule(
              """
              {"sensitive": true,
               "actions": [{"op": "set-attribute", "args": ["extra/a", "{plugin_data[password]}"]}]}
              """)
          .rule("{\"conditions\": [{\"op\": \"eq\", \"args\": [\"{node.extra[a]}\", \"x\"]}]}");

      assertThat(rules.trace().getLast().decision())
          .isEqualTo(new Decision("conditions[0] eq", "values: [\"***\", \"x\"]"));
      assertThat(rules.node.at("/extra/a").textValue()).isEqualTo("hunter2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "{plugin_data[password]}, hunter2",
    "is {plugin_data[password]:>20} it, hunter2",
    "{plugin_data}, hunter2",
    "{node.driver_info[ipmi_password]}, sekret-pw",
    "{node.driver_info}, sekret-pw",
    "{node}, sekret-pw"
  })
  void rules_that_see_secrets_do_not_tell_them(String expression, String secret) {
    var rules =
        new RuleRunner("mask-secrets", "never")
            .does(
                "{\"op\": \"set-attribute\", \"args\": [\"extra/a\", \"%s\"]}"
                    .formatted(expression))
            .when("{\"op\": \"eq\", \"args\": [\"%s\", 1]}".formatted(expression))
            .does("{\"op\": \"fail\", \"args\": [\"no: %s\"]}".formatted(expression));

    var failed = rules.failure();

    assertThat(rules.node.get("extra").toString()).contains(secret);
    assertThat(StoredJson.write(failed)).contains("***").doesNotContain(secret);
  }

  @ParameterizedTest
  @CsvSource({
    "set-attribute, driver_info/ipmi_password",
    "set-attribute, driver_info/token/x",
    "set-plugin-data, a.bmc_password"
  })
  void what_a_rule_puts_where_secrets_are_is_one(String action, String path) {
    var rules =
        new RuleRunner("mask-secrets", "never")
            .does("{\"op\": \"%s\", \"args\": [\"%s\", \"my-own-pw\"]}".formatted(action, path))
            .when("{\"op\": \"is-none\", \"args\": [[\"{node.driver_info}\", \"{plugin_data}\"]]}");

    var trace = rules.trace();

    assertThat(StoredJson.write(trace)).contains(path).doesNotContain("my-own-pw");
    assertThat(rules.node.toString() + rules.pluginData).contains("my-own-pw");
  }

  @Test
  void an_attempt_to_write_a_secret_does_not_tell_it() {
    var rules =
        new RuleRunner()
            .does(
                "{\"op\": \"set-attribute\", \"args\": [\"driver_info/a/b_password\", \"my-own-pw\"]}");
    rules.node.putObject("driver_info").put("a", 1);

    assertThat(rules.failure().sentence())
        .contains("driver_info/a/b_password with value ***: a is no object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"instance_info/image_url\"", "\"instance_info/image_url/b\""})
  void an_attempt_to_write_under_the_name_of_a_secret_does_not_tell_it(String path) {
    var rules =
        new RuleRunner()
            .does(
                "{\"op\": \"extend-attribute\", \"args\": [%s, \"https://u:tok@img/x\"]}"
                    .formatted(path));
    rules.node.putObject("instance_info").put("image_url", "a text");

    assertThat(rules.failure().sentence()).contains("with value ***").doesNotContain("tok");
  }

  @Test
  void a_phase_knows_the_secrets_of_those_before_it() {
    var rules =
        new RuleRunner("mask-secrets", "sensitive")
            .rule(
                """
                {"sensitive": true, "phase": "preprocess", "actions": [
                  {"op": "set-attribute", "args": ["extra/a", "{plugin_data[password]}"]},
                  {"op": "unset-plugin-data", "args": ["password"]}]}
                """)
            .when("{\"op\": \"eq\", \"args\": [\"{node.extra[a]}\", \"x\"]}");
    var changes =
        RuleDocuments.changeSet(
            Fixtures.node(ProvisionState.INSPECTING, Instant.EPOCH), List.of(), rules.pluginData);
    var log = new ChangeLog();

    rules.over(Phase.PREPROCESS, RuledData.of(changes, List.of(), rules.inventory, log));
    var main = rules.over(Phase.MAIN, RuledData.of(changes, List.of(), rules.inventory, log));

    assertThat(changes.nodeChanges().at("/extra/a").textValue()).isEqualTo("hunter2");
    assertThat(main.trace().getLast().decision())
        .isEqualTo(new Decision("conditions[0] eq", "values: [\"***\", \"x\"]"));
  }

  @Test
  void a_key_at_the_end_of_a_long_path_is_one_of_a_secret_too() {
    var path = "nosuch/" + "a/".repeat(150) + "ipmi_password";
    var rules =
        new RuleRunner()
            .does("{\"op\": \"set-attribute\", \"args\": [\"%s\", \"letmein\"]}".formatted(path));

    assertThat(rules.failure().sentence()).contains("with value ***").doesNotContain("letmein");
  }

  @Test
  void a_rule_after_a_sensitive_one_does_not_tell_what_that_wrote() {
    var rules =
        new RuleRunner()
            .rule(
                """
                {"sensitive": true,
                 "actions": [{"op": "set-attribute", "args": ["extra/a", "a-literal"]}]}
                """)
            .when("{\"op\": \"eq\", \"args\": [\"{node.extra[a]}\", \"x\"]}");

    assertThat(rules.trace().getLast().decision())
        .isEqualTo(new Decision("conditions[0] eq", "values: [\"***\", \"x\"]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"{plugin_data[password]}\"",
        "\"https://root:{plugin_data[password]}@192.0.2.1\"",
        "[{\"a\": \"{plugin_data[password]}\"}]"
      })
  void a_rule_that_copies_what_stands_for_a_secret_is_warned(String value) {
    var rules =
        new RuleRunner()
            .does("{\"op\": \"set-attribute\", \"args\": [\"extra/a\", %s]}".formatted(value))
            .does("{\"op\": \"extend-attribute\", \"args\": [\"extra/b\", %s]}".formatted(value))
            .does("{\"op\": \"set-attribute\", \"args\": [\"extra/c\", \"no secret\"]}");

    assertThat(rules.trace())
        .extracting(RuleRun::warnings)
        .containsExactly(
            List.of(
                "node extra/a now contains ***, which stands for secrets that the rule does not see"),
            List.of(
                "node extra/b now contains ***, which stands for secrets that the rule does not see"),
            List.of());
  }
}
