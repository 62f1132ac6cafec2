package dev.assay.api.inspection;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.FinishedInspections;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inspections of other installations are imported, docs/spec/api.md 9.18. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ImportInspectionTest {
  private static final String SENT = "{\"inventory\": {\"cpu\": {\"count\":8}}, \"boot\": 1.50}";
  private static final String DATA =
      "{\"cpus\": 8, \"inventory\": {\"cpu\": {\"count\":8}}, \"local_gb\": 100}";

  @Inject Site site;
  @Inject FinishedInspections finished;

  @BeforeEach
  void open() {
    site.open();
    site.run("delete from node");
    site.run("delete from outbox");
  }

  @Nested
  class A_successful_one {
    @Test
    void is_shown_with_its_times_and_changes_nothing_of_the_node() {
      var node = site.nodeIn("available");
      var before = ok(site.api().get("/v1/nodes/" + node), 200);
      var uuid = UUID.randomUUID().toString();

      var answer = put(node, uuid, successful("2023-05-17T09:30:00.25Z", "2023-05-17T09:33:00Z"));

      assertThat(ok(answer, 201).toString())
          .isEqualTo("{\"uuid\":\"%s\",\"outcome\":\"imported\"}".formatted(uuid));
      var run = ok(site.api().get(answer.header("Location")), 200);
      assertThat(run.path("cause").asText()).isEqualTo("imported");
      assertThat(run.path("stage").asText()).isEqualTo("finished");
      assertThat(run.path("started_at").asText()).isEqualTo("2023-05-17T09:30:00.25+00:00");
      assertThat(run.path("finished_at").asText()).isEqualTo("2023-05-17T09:33:00+00:00");
      assertThat(run.path("failed_stage").isNull()).isTrue();
      assertThat(ok(site.api().get("/v1/nodes/" + node), 200)).isEqualTo(before);
      assertThat(site.outbox(node)).isEmpty();
    }

    @Test
    void gives_the_node_its_inventory_byte_for_byte() {
      var node = imported();

      var shown = site.api().get("/v1/nodes/" + node + "/inventory").body().asString();

      assertThat(shown)
          .isEqualTo(
              "{\"inventory\":{\"cpu\": {\"count\":8}},\"plugin_data\":{\"cpus\": 8, \"local_gb\": 100}}");
    }

    @Test
    void is_shown_by_the_classic_API_as_it_was() {
      var node = imported();

      assertThat(classic(node, "/data/unprocessed")).isEqualTo(SENT);
      assertThat(StoredJson.read(classic(node, "/data"), JsonNode.class))
          .isEqualTo(StoredJson.read(DATA, JsonNode.class));
      var status = StoredJson.read(classic(node, ""), JsonNode.class);
      assertThat(status.path("state").asText()).isEqualTo("finished");
      assertThat(status.path("started_at").asText()).isEqualTo("2023-05-17T09:30:00");
    }

    @Test
    void can_be_processed_again_by_classic_rules() {
      var node = imported();
      site.move(node, "manageable");

      var answer = site.api().post("/v1/nodes/%s/inspections/latest/reapply".formatted(node));

      var uuid = ok(answer, 202).path("uuid").asText();
      assertThat(site.ask("select classic from inspection where uuid = ?1", UUID.fromString(uuid)))
          .isEqualTo(true);
    }

    @Test
    void is_one_event() {
      site.run("delete from inspection_event");
      var node = imported();

      assertThat(
              site.ask(
                  """
                  select string_agg(concat_ws(' ', node_uuid, cause, stage, at at time zone 'UTC'), ',')
                  from inspection_event
                  """))
          .isEqualTo(node + " imported finished 2023-05-17 09:33:00");
    }

    @Test
    void is_stored_once() {
      var node = site.nodeIn("manageable");
      var uuid = UUID.randomUUID().toString();
      var body = successful("2023-05-17T09:30:00Z", "2023-05-17T09:33:00Z");
      ok(put(node, uuid, body), 201);

      assertThat(ok(put(node, uuid, body), 200).path("outcome").asText()).isEqualTo("unchanged");

      assertThat(site.ask("select count(*) from inspection")).isEqualTo(1L);
    }

    @Test
    void must_have_data() {
      var node = site.nodeIn("manageable");
      var body = successful("2023-05-17T09:30:00Z", "2023-05-17T09:33:00Z");
      body.remove("data");

      assertThat(fault(put(node, UUID.randomUUID().toString(), body), 400))
          .contains("data", "mandatory for an inspection without error");
    }
  }

  @Nested
  class A_failed_one {
    @ParameterizedTest
    @CsvSource({
      "Introspection timeout, INSPECTION_TIMEOUT",
      "Canceled by operator, INSPECTION_ABORTED",
      "Ironic says: no, "
    })
    void is_shown_with_its_error(String error, String code) {
      var node = site.nodeIn("manageable");
      var uuid = UUID.randomUUID().toString();

      ok(put(node, uuid, failed(error)), 201);

      var run = ok(site.api().get("/v1/nodes/%s/inspections/latest".formatted(node)), 200);
      assertThat(run.path("stage").asText()).isEqualTo("error");
      assertThat(run.path("error").asText()).isEqualTo(error);
      assertThat(run.path("error_code").textValue()).isEqualTo(code);
      assertThat(ok(site.api().get("/v1/nodes/" + node), 200).path("last_error").isNull()).isTrue();
      assertThat(StoredJson.read(classic(node, ""), JsonNode.class).path("error").asText())
          .isEqualTo(error);
      assertThat(site.api().get("/v1/nodes/%s/inventory".formatted(node)).statusCode())
          .isEqualTo(404);
    }

    @Test
    void may_have_what_the_ramdisk_sent() {
      var node = site.nodeIn("manageable");
      var body = failed("no disk");
      body.set("unprocessed", StoredJson.read(SENT, JsonNode.class));

      ok(put(node, UUID.randomUUID().toString(), body), 201);

      assertThat(StoredJson.read(classic(node, "/data/unprocessed"), JsonNode.class))
          .isEqualTo(body.path("unprocessed"));
    }
  }

  @Nested
  class A_dry_run {
    @Test
    void tells_whether_it_can_be_imported_and_stores_nothing() {
      var node = site.nodeIn("manageable");
      var before = site.digest();

      var answer =
          site.api()
              .body(successful("2023-05-17T09:30:00Z", "2023-05-17T09:33:00Z").toString())
              .put(path(node, UUID.randomUUID().toString()) + "?dry_run=true");

      assertThat(ok(answer, 200).path("outcome").asText()).isEqualTo("importable");
      assertThat(site.digest()).isEqualTo(before);
    }
  }

  @Nested
  class Is_refused {
    @Test
    void when_a_later_inspection_is_here() {
      var node = site.nodeIn("manageable");
      var run = finished.of(node, SENT, Instant.parse("2026-08-01T10:20:30Z"));

      assertThat(refused(node, 409, successful("2026-08-01T10:00:00Z", "2026-08-01T10:30:00Z")))
          .contains("was inspected later than that", run, "An older one cannot be imported.");
    }

    @Test
    void when_the_node_is_being_inspected() {
      var node = site.nodeIn("manageable");
      site.run(
          """
          insert into inspection
            (uuid, node_id, cause, inspect_interface, stage, started_at, timeline)
          select ?2, id, 'requested', 'agent', 'waiting', now(), '[]' from node where uuid = ?1
          """,
          UUID.fromString(node),
          UUID.randomUUID());

      assertThat(refused(node, 409, failed("x"))).contains("is being inspected", "stage waiting");
    }

    @Test
    void when_the_UUID_is_that_of_another_inspection() {
      var node = site.nodeIn("manageable");
      var other = site.nodeIn("manageable");
      var uuid = finished.of(other, SENT, Instant.parse("2026-08-01T10:20:30Z"));

      assertThat(fault(put(node, uuid, failed("x")), 409)).contains("exists already");
      assertThat(fault(put(other, uuid, failed("x")), 409)).contains("exists already");
    }

    @Test
    void when_there_is_no_such_node() {
      assertThat(refused(UUID.randomUUID().toString(), 404, failed("x")))
          .contains("could not be found");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "started_at  | \"yesterday\"                      | a time with offset",
          "started_at  | \"2023-05-17T09:30:00\"            | a time with offset",
          "started_at  | null                               | mandatory",
          "started_at  | \"-200000-05-17T09:30:00Z\"        | ",
          "finished_at | \"2023-05-17T09:29:59Z\"           | not be before started_at",
          "error       | \"\"                               | 1 to 10000 characters",
          "error       | 7                                  | string",
          "data        | {\"inventory\":[]}                 | object \"inventory\"",
          "unprocessed | {\"inventory\":{},\"logs\":\"H4s\"} | logs",
          "colour      | 1                                  | not a member"
        })
    void what_is_not_as_described(String member, String value, String reason) {
      var body = successful("2023-05-17T09:30:00Z", "2023-05-17T09:33:00Z");
      body.set(member, StoredJson.read(value, JsonNode.class));
      var node = site.nodeIn("manageable");

      assertThat(refused(node, 400, body)).contains(reason == null ? "" : reason, member);
      assertThat(site.ask("select count(*) from inspection")).isEqualTo(0L);
    }

    @Test
    void under_a_name_that_is_no_UUID() {
      assertThat(fault(put(site.nodeIn("manageable"), "latest", failed("x")), 400))
          .contains("Expected a UUID");
    }
  }

  /** Asserts also that nothing was stored. */
  private String refused(String node, int status, ObjectNode body) {
    var before = site.digest();
    var reason = fault(put(node, UUID.randomUUID().toString(), body), status);
    assertThat(site.digest()).isEqualTo(before);
    return reason;
  }

  /** A node with an imported inspection. */
  private String imported() {
    var node = site.nodeIn("manageable");
    var times = "\"started_at\":\"2023-05-17T09:30:00Z\",\"finished_at\":\"2023-05-17T09:33:00Z\"";
    var body = "{%s,\"unprocessed\":%s , \"data\": %s}".formatted(times, SENT, DATA);
    ok(site.api().body(body).put(path(node, UUID.randomUUID().toString())), 201);
    return node;
  }

  private static ObjectNode successful(String started, String ended) {
    var body = StoredJson.object().put("started_at", started).put("finished_at", ended);
    body.set("data", StoredJson.read(DATA, JsonNode.class));
    return body;
  }

  private static ObjectNode failed(String error) {
    return StoredJson.object()
        .put("started_at", "2023-05-17T09:30:00Z")
        .put("finished_at", "2023-05-17T09:33:00Z")
        .put("error", error);
  }

  private Response put(String node, String uuid, JsonNode body) {
    return site.api().body(body.toString()).put(path(node, uuid));
  }

  private static String path(String node, String uuid) {
    return "/v1/nodes/%s/inspections/%s".formatted(node, uuid);
  }

  private String classic(String node, String what) {
    return io.restassured.RestAssured.given()
        .get("/inspector/v1/introspection/" + node + what)
        .body()
        .asString();
  }
}
