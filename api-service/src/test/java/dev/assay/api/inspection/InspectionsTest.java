package dev.assay.api.inspection;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.ActionRun;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.node.Nodes;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators can read how each inspection ended, and why. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectionsTest {
  private static final Instant START = Instant.parse("2026-08-01T10:20:30Z");
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Trace TRACE =
      new Trace(
          List.of(
              new HookRun("validate-interfaces", "preprocess", 412, List.of(), List.of(), null),
              new HookRun(
                  "ports",
                  "process",
                  1_250,
                  List.of("port 52:54:00:00:00:01 added"),
                  List.of("odd \u0000"),
                  null),
              new HookRun("own", "process", 3, List.of(), List.of(), "no rack")));

  private static final List<RuleRun> RULES =
      List.of(
          new RuleRun(
              "rule-dell",
              "main",
              false,
              new Decision("conditions[0] eq", "values: [1, 2]"),
              List.of(),
              List.of("odd \u0000"),
              null),
          new RuleRun(
              "rule-hp",
              "main",
              true,
              null,
              List.of(new ActionRun("actions[0] add-trait", List.of("trait CUSTOM_A added"))),
              List.of(),
              "no slot"),
          new RuleRun(
              "hush",
              "main",
              null,
              new Decision("conditions[0]", null),
              List.of(),
              List.of(),
              null));

  @Inject Site site;
  @Inject Nodes nodes;
  @Inject Inspections inspections;

  private String node = "";

  @BeforeEach
  void recordAGoodOneAndAFailedOne() {
    site.open();
    node = site.node();
    record(run -> run.finish(Trace.EMPTY, START.plusSeconds(9)));
    record(
        run ->
            run.fail(
                StageEvent.ERROR, ErrorCode.HOOK_FAILED, "no rack", TRACE, START.plusSeconds(9)));
  }

  private void record(Consumer<Inspection> end) {
    site.within(
        () -> {
          var run =
              new Inspection(
                  nodes.find(NodeId.of(node)).orElseThrow(),
                  Inspection.Cause.REQUESTED,
                  "agent",
                  "req-1",
                  START,
                  LIMIT);
          run.await(START.plusSeconds(1), LIMIT);
          run.accept(List.of(), START.plusSeconds(5), LIMIT);
          end.accept(run);
          inspections.begin(run);
        });
  }

  @Test
  void are_listed_latest_first_in_short_form() {
    var list = get("/inspections").path("inspections");

    assertThat(list.findValuesAsText("stage")).containsExactly("error", "finished");
    assertThat(list.path(0).fieldNames())
        .toIterable()
        .containsExactly(
            "uuid",
            "cause",
            "stage",
            "started_at",
            "finished_at",
            "error_code",
            "error",
            "inventory_digest",
            "inventory_changed",
            "links");
    assertThat(list.path(0).path("error_code").asText()).isEqualTo("HOOK_FAILED");
    assertThat(list.path(1).path("error_code").isNull()).isTrue();
  }

  @Test
  void come_in_pages() {
    var first = get("/inspections?limit=1");
    var second = ok(site.at(1).get(first.path("next").asText()), 200);

    assertThat(first.path("inspections").findValuesAsText("stage")).containsExactly("error");
    assertThat(second.path("inspections").findValuesAsText("stage")).containsExactly("finished");
    assertThat(ok(site.at(1).get(second.path("next").asText()), 200).path("inspections")).isEmpty();
  }

  @Test
  void say_what_each_hook_did_how_long_it_took_and_why_it_failed() {
    var run = get("/inspections/latest");

    assertThat(run.path("error").asText()).isEqualTo("no rack");
    assertThat(run.path("hint").asText()).isEqualTo(ErrorCode.HOOK_FAILED.hint());
    assertThat(run.path("failed_stage").asText()).isEqualTo("processing");
    assertThat(run.path("elapsed_seconds").isIntegralNumber()).isTrue();
    assertThat(run.path("usual_seconds").isNull()).isTrue();
    assertThat(run.path("inspect_interface").asText()).isEqualTo("agent");
    assertThat(run.path("request_id").asText()).isEqualTo("req-1");
    assertThat(run.path("timeline").findValuesAsText("stage"))
        .containsExactly("starting", "waiting", "processing", "error");
    assertThat(run.path("timeline").path(1).path("at").asText())
        .isEqualTo("2026-08-01T10:20:31+00:00");
    var hooks = run.path("trace").path("hooks");
    assertThat(hooks.findValuesAsText("hook"))
        .containsExactly("validate-interfaces", "ports", "own");
    assertThat(hooks.path(1).toString())
        .isEqualTo(
            """
            {"hook":"ports","part":"process","milliseconds":1.25,\
            "changes":["port 52:54:00:00:00:01 added"],"warnings":["odd \uFFFD"],"failure":null}""");
    assertThat(hooks.path(2).path("failure").asText()).isEqualTo("no rack");
  }

  @Test
  void say_what_each_rule_decided_and_did() {
    record(
        run ->
            run.fail(
                StageEvent.ERROR,
                ErrorCode.RULE_ACTION_FAILED,
                "no slot",
                Trace.EMPTY.with(RULES),
                START.plusSeconds(9)));

    var rules = get("/inspections/latest").path("trace").path("rules");

    assertThat(rules.toString())
        .isEqualTo(
            """
            [{"rule":"rule-dell","phase":"main","matched":false,\
            "decision":{"condition":"conditions[0] eq","compared":"values: [1, 2]"},\
            "actions":[],"warnings":["odd \uFFFD"],"failure":null},\
            {"rule":"rule-hp","phase":"main","matched":true,"decision":null,\
            "actions":[{"action":"actions[0] add-trait","changes":["trait CUSTOM_A added"]}],\
            "warnings":[],"failure":"no slot"},\
            {"rule":"hush","phase":"main","matched":null,\
            "decision":{"condition":"conditions[0]","compared":null},\
            "actions":[],"warnings":[],"failure":null}]""");
  }

  @Test
  void are_shown_by_uuid_and_the_link_leads_there() {
    var good = get("/inspections").path("inspections").path(1);
    var link = good.path("links").path(0).path("href").asText();

    assertThat(link).endsWith("/v1/nodes/" + node + "/inspections/" + good.path("uuid").asText());
    assertThat(ok(site.at(1).get(link), 200).path("stage").asText()).isEqualTo("finished");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?limit=5"})
  void of_another_node_are_not_seen(String query) {
    var other = site.node();
    var uuid = get("/inspections").path("inspections").path(0).path("uuid").asText();

    assertThat(ok(site.api().get(path(other, query)), 200).path("inspections")).isEmpty();
    assertThat(fault(site.api().get(path(other, "/" + uuid)), 404))
        .contains("Inspection %s of node %s could not be found.".formatted(uuid, other));
    assertThat(fault(site.api().get(path(other, "/latest")), 404))
        .contains("Node %s was never inspected.".formatted(other));
    assertThat(site.api().get(path(other, "?marker=" + uuid)).statusCode()).isEqualTo(404);
  }

  @Test
  void that_cannot_be_are_refused() {
    assertThat(site.api().get(path(node, "/nosuch")).statusCode()).isEqualTo(400);
    assertThat(site.api().get(path(node, "/" + UUID.randomUUID())).statusCode()).isEqualTo(404);
    assertThat(site.api().get(path(node, "?sort_key=uuid")).statusCode()).isEqualTo(400);
    assertThat(site.api().get(path("nosuch", "")).statusCode()).isEqualTo(404);
  }

  private JsonNode get(String rest) {
    return ok(site.at(1).get("/v1/nodes/" + node + rest), 200);
  }

  private static String path(String node, String rest) {
    return "/v1/nodes/" + node + "/inspections" + rest;
  }
}
