package dev.assay.api.callback;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Machines;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.inspection.Stage;
import dev.assay.node.ProvisionState;
import dev.assay.rule.RuleAction;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.TinyJar;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of phase early, also on callbacks of unknown machines. Source: spec rules.md 3. */
@QuarkusTest
@TestProfile(EarlyRulesTest.WithPlugIn.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class EarlyRulesTest {
  private static final String NOT_FOUND = "Resource could not be found.";
  private static final String RULES = "/v1/inspection_rules";

  /** No serialiser writes exactly these bytes again: numbers, escapes, blanks, repeated text. */
  private static final String INVENTORY =
      """
      {"interfaces" : [ {"mac_address":"%s","x":1.50, "y":1E2}],
        "inventory":{"n": -0.0}, "text":"\\u00e9\\/é", "bmc_address":null }""";

  private static final String SET =
      "{\"op\":\"set-plugin-data\",\"args\":{\"path\":\"site/hall\",\"value\":\"B\"}}";

  private static final String BURST =
      """
      public class Burst implements dev.assay.rule.RuleAction {
        private static final dev.assay.rule.Argument<String> HOW =
            dev.assay.rule.Argument.required(
                "how", dev.assay.rule.ArgumentType.TEXT);

        public String name() {
          return "burst";
        }

        public dev.assay.rule.Arguments arguments() {
          return dev.assay.rule.Arguments.of(HOW);
        }

        public boolean early() {
          return true;
        }

        public void run(dev.assay.rule.ArgumentValues given, dev.assay.rule.RuleScope scope) {
          switch (given.get(HOW)) {
            case "exception" -> throw new IllegalStateException("burst");
            case "without a message" -> throw new NullPointerException();
            case "stack" -> run(given, scope);
            case "hang" -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
              }
            }
            case "assertion" -> throw new AssertionError("burst");
            case "class missing" -> throw new NoClassDefFoundError("burst");
            case "checked" -> this.<RuntimeException>sneak(new Exception("burst"));
            case "unreadable" -> throw new RuntimeException() {
              public String getMessage() {
                throw new IllegalStateException();
              }
            };
            default -> throw new dev.assay.error.InspectionFailure(null, null);
          }
        }

        @SuppressWarnings("unchecked")
        private <T extends Throwable> void sneak(Throwable thrown) throws T {
          throw (T) thrown;
        }
      }
      """;

  /** Enables auto-discovery, and a plug-in that throws what its rule says. */
  public static final class WithPlugIn implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      try {
        var folder = Files.createTempDirectory("plugins");
        new TinyJar()
            .source("burst.Burst", BURST)
            .offers(RuleAction.class, "burst.Burst")
            .write(folder.resolve("burst.jar"));
        return Map.of(
            "assay.plugins.folder", folder.toString(),
            "assay.inspector.hook-timeout", "2s",
            "assay.auto-discovery.enabled", "true",
            "assay.auto-discovery.driver", "fake-hardware",
            "assay.auto-discovery.inspection-scope", "fresh");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Inject Site site;
  @Inject Machines machines;

  @BeforeEach
  void open() {
    site.open();
  }

  @AfterEach
  void nothing_is_left_for_the_next_test() {
    site.run("delete from node");
    site.api().delete(RULES).then().statusCode(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'phase':'main','actions':[SET]}",
        "{'phase':'preprocess','actions':[SET]}",
        "{'phase':'early','actions':[SET],'conditions':[{'op':'is-true','args':[false]}]}",
        "{'phase':'early','actions':[{'op':'log','args':['seen']}]}",
        "{'phase':'early','actions':[{'op':'set-plugin-data','args':['x',1.5]}]}",
        "{'phase':'early','actions':[SET,{'op':'unset-plugin-data','args':['site']}]}",
      })
  void data_that_no_early_rule_changes_are_stored_byte_for_byte(String rule) {
    rule(rule);
    var machine = machines.waiting();
    var body = "{ \"x\":1.50, \"inventory\":%s}\n".formatted(INVENTORY.formatted(machine.mac()));

    ok(post(body), 202);

    assertThat(machines.payload(machine)).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"inventory\":%s,\"error\":null,\"size\":480103981056}",
        "{\"error\":null ,\"size\":480103981056, \"inventory\" : %s }",
        "{\"a\":{\"inventory\":{\"b\":[]}},\"inventory\":\n%s\n,\"z\":[\"inventory\",{}]}",
        "{\"inventory\":\t%s}",
        "{\"é\\u0000\":\"日本\",\"inventory\":%s}",
        "\uFEFF{\"inventory\":%s,\"f\":1.10}",
      })
  void plugin_data_as_rules_leave_them_are_stored_beside_the_inventory_as_sent(String form) {
    rule("{'phase':'early','actions':[SET]}");
    var machine = machines.waiting();
    var inventory = INVENTORY.formatted(machine.mac());
    var body = form.formatted(inventory);

    ok(post(body), 202);

    var stored = machines.payload(machine);
    assertThat(stored).startsWith("{\"inventory\":" + inventory);
    var wanted = StoredJson.read(body.replace("\uFEFF", ""), JsonNode.class);
    wanted.withObject("site").put("hall", "B");
    assertThat(StoredJson.read(stored, JsonNode.class)).isEqualTo(wanted);
    assertThat(machines.messages(machine)).singleElement().asString().contains("process-callback");
  }

  @Test
  void all_plugin_data_can_go() {
    rule("{'phase':'early','actions':[{'op':'unset-plugin-data','args':['error']}]}");
    var machine = machines.waiting();

    ok(post(body(machine.mac())), 202);

    assertThat(machines.payload(machine))
        .isEqualTo("{\"inventory\":%s}".formatted(INVENTORY.formatted(machine.mac())));
  }

  @Test
  void one_sees_what_those_before_it_changed_and_the_inspection_tells_of_all() {
    var second =
        rule(
            "{'phase':'early','priority':1,'actions':[{'op':'extend-plugin-data',"
                + "'args':['halls','{plugin_data[site][hall]}']}],"
                + "'conditions':[{'op':'eq','args':{'values':['{plugin_data[site][hall]}','B']}}]}");
    var first = rule("{'phase':'early','priority':2,'actions':[SET]}");
    var machine = machines.waiting();

    ok(post(body(machine.mac())), 202);

    assertThat(json(machines.payload(machine)).at("/halls/0").asText()).isEqualTo("B");
    var trace = trace(machine.node().toString());
    assertThat(trace.path("hooks")).isEmpty();
    assertThat(trace.path("rules").findValuesAsText("rule")).containsExactly(first, second);
    assertThat(trace.at("/rules/0"))
        .isEqualTo(
            json(
                """
                {"rule": "%s", "phase": "early", "matched": true, "decision": null,
                 "actions": [{"action": "actions[0] set-plugin-data",
                              "changes": ["plugin_data site/hall set to \\"B\\""]}],
                 "warnings": [], "failure": null}"""
                    .formatted(first)));
  }

  @Test
  void of_a_discovered_machine_the_inspection_tells_of_them_too() {
    var rule = rule("{'phase':'early','actions':[SET]}");

    var node = ok(post(body(Site.mac())), 202).path("uuid").asText();

    assertThat(trace(node).at("/rules/0/rule").asText()).isEqualTo(rule);
  }

  @Test
  void one_that_fails_makes_a_known_machine_as_unknown_as_any() {
    rule("{'phase':'early','actions':[SET,{'op':'fail','args':{'msg':'no'}}]}");
    var machine = machines.waiting();

    assertThat(fault(post(body(machine.mac())), 404)).isEqualTo(NOT_FOUND);

    assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECT_WAIT);
    assertThat(machines.stage(machine)).isEqualTo(Stage.WAITING);
    assertThat(machines.messages(machine)).isEmpty();
    assertThat(trace(machine.node().toString()).path("rules")).isEmpty();
  }

  @Test
  void one_that_fails_is_explained_to_operators_and_the_data_are_kept_as_sent() {
    rule("{'phase':'early','actions':[SET,{'op':'fail','args':{'msg':'no rack'}}]}");
    var body = body(Site.mac());

    var reference = post(body).header("X-Assay-Reference");

    var explained =
        await()
            .until(
                () ->
                    ok(site.api().get("/v1/explanations?reference=" + reference), 200)
                        .path("explanations")
                        .path(0),
                found -> !found.isMissingNode());
    assertThat(explained.path("outcome").asText()).isEqualTo("EARLY_RULE_FAILED");
    assertThat(explained.path("reason").asText()).contains("no rack");
    var payload = "/v1/unmatched/" + explained.path("unmatched").asText();
    assertThat(site.api().get(payload + "/data").asString()).isEqualTo(body);
    assertThat(fault(site.api().post(payload + "/replay"), 409)).contains("no rack");
  }

  @Test
  void one_that_fails_leaves_an_unknown_machine_undiscovered() {
    rule("{'phase':'early','actions':[{'op':'fail','args':{'msg':'no'}}]}");

    assertThat(fault(post(body(Site.mac())), 404)).isEqualTo(NOT_FOUND);

    assertThat(site.ask("select count(*) from node")).isEqualTo(0L);
    assertThat(site.ask("select count(*) from inspection")).isEqualTo(0L);
  }

  @Test
  void the_log_says_in_one_line_which_failed_and_why() {
    var rule =
        rule("{'phase':'early','actions':[{'op':'fail','args':{'msg':'lost {plugin_data[t]}'}}]}");
    var mac = Site.mac();
    try (var log = CapturedLog.ofAll()) {
      fault(
          post(body(mac).replace("null}", "null,\"t\":\"a\\nb %s\"}".formatted("x".repeat(9999)))),
          404);

      assertThat(log.lines())
          .filteredOn(line -> line.contains(rule))
          .singleElement()
          .asString()
          .startsWith(
              "A callback is refused: rule %s failed: Failed to inspect hardware. Reason: lost a b x"
                  .formatted(rule))
          .contains(mac)
          .doesNotContain("\n")
          .hasSizeLessThan(3000);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'actions':[{'op':'extend-plugin-data','args':['hush','s3cret']}]",
        "'actions':[{'op':'fail','args':{'msg':'{plugin_data[hush]}'}}]",
        "'actions':[{'op':'burst','args':['exception s3cret']}]",
        "'actions':[SET],'conditions':[{'op':'in-net','args':['{plugin_data[hush]}','192.0.2.0/24']}]",
      })
  void of_a_sensitive_one_nothing_but_its_failure_is_logged(String content) {
    var rule = rule("{'phase':'early','sensitive':true,%s}".formatted(content));
    var body = body(Site.mac()).replace("null}", "null,\"hush\":\"s3cret\"}");
    try (var log = CapturedLog.ofAll()) {
      assertThat(fault(post(body), 404)).isEqualTo(NOT_FOUND);

      assertThat(log.lines())
          .anySatisfy(line -> assertThat(line).contains(rule, "refused"))
          .allSatisfy(line -> assertThat(line).doesNotContain("s3cret"));
    }
  }

  @Test
  void one_with_a_scope_never_applies() {
    rule("{'phase':'early','scope':'fresh','actions':[{'op':'fail','args':{'msg':'no'}}]}");

    var node = ok(post(body(Site.mac())), 202).path("uuid").asText();

    var rule = trace(node).at("/rules/0");
    assertThat(rule.path("matched")).isEqualTo(json("false"));
    assertThat(rule.path("decision").path("condition").asText()).isEqualTo("scope");
  }

  @Test
  void none_can_make_the_inventory() {
    rule(
        "{'phase':'early','actions':[{'op':'set-plugin-data',"
            + "'args':['inv{plugin_data[error]}','x']}]}");
    var machine = machines.waiting();
    var body = body(machine.mac()).replace("\"error\":null", "\"error\":\"entory/cpu\"");
    try (var log = CapturedLog.ofAll()) {
      assertThat(fault(post(body), 404)).isEqualTo(NOT_FOUND);

      assertThat(log.lines())
          .anySatisfy(line -> assertThat(line).contains("set the plugin data key inventory"));
    }
    assertThat(machines.stage(machine)).isEqualTo(Stage.WAITING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exception",
        "without a message",
        "stack",
        "assertion",
        "class missing",
        "checked",
        "unreadable",
        "failure of nothing"
      })
  void whatever_a_plug_in_throws_is_a_failure_of_its_rule(String how) {
    var rule = rule("{'phase':'early','actions':[{'op':'burst','args':['%s']}]}".formatted(how));
    try (var log = CapturedLog.ofAll()) {
      assertThat(fault(post(body(Site.mac())), 404)).isEqualTo(NOT_FOUND);

      assertThat(log.lines())
          .anySatisfy(line -> assertThat(line).contains("refused: rule " + rule));
    }
  }

  @Test
  void one_that_does_not_come_back_is_given_up() {
    rule("{'phase':'early','actions':[{'op':'burst','args':['hang']}]}");
    try (var log = CapturedLog.ofAll()) {
      assertThat(fault(post(body(Site.mac())), 404)).isEqualTo(NOT_FOUND);

      assertThat(log.lines())
          .anySatisfy(line -> assertThat(line).contains("rules of phase early timed out"));
    }
  }

  @Test
  void one_is_in_force_when_it_was_made_and_no_more_when_it_was_deleted() {
    for (var round = 0; round < 20; round++) {
      var rule = rule("{'phase':'early','actions':[SET]}");
      var with = machines.waiting();
      ok(post(body(with.mac())), 202);
      site.api().delete(RULES + "/" + rule).then().statusCode(204);
      var without = machines.waiting();
      ok(post(body(without.mac())), 202);

      assertThat(machines.payload(with)).contains("\"hall\":\"B\"");
      assertThat(machines.payload(without)).isEqualTo(body(without.mac()));
    }
  }

  /** Creates a rule; returns its UUID. */
  private String rule(String json) {
    var body = json.replace("SET", SET).replace('\'', '"');
    return ok(site.api().body(body).post(RULES), 201).path("uuid").asText();
  }

  private JsonNode trace(String node) {
    var inspections = "/v1/nodes/" + node + "/inspections/latest";
    return ok(site.api().get(inspections), 200).path("trace");
  }

  private Response post(String body) {
    return site.at(1).body(body.getBytes(StandardCharsets.UTF_8)).post("/v1/continue_inspection");
  }

  private static String body(String mac) {
    return "{\"inventory\":%s,\"error\":null}".formatted(INVENTORY.formatted(mac));
  }

  private static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }
}
