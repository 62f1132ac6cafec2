package dev.assay.api.chassis;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of api.md 11a; for the fields see ChassisFieldsTest. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChassisTest {
  private static final String CHASSIS = "/v1/chassis/";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Inject Site site;
  @Inject Session database;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void is_created_with_a_location_and_each_uuid_once() {
    var uuid = UUID.randomUUID().toString();
    var body = "{\"uuid\":\"%s\",\"description\":\"row 1\"}".formatted(uuid);

    var answer = site.at(1).body(body).post("/v1/chassis");

    assertThat(ok(answer, 201).path("description").asText()).isEqualTo("row 1");
    assertThat(answer.header("Location")).endsWith(CHASSIS + uuid);
    assertThat(fault(site.at(1).body(body).post("/v1/chassis"), 409))
        .isEqualTo("A chassis with UUID %s already exists.".formatted(uuid));
  }

  @Test
  void is_listed_in_pages() {
    var all = List.of(chassis(), chassis(), chassis());

    var first = ok(site.api().get("/v1/chassis?limit=1&marker=" + all.getFirst()), 200);

    assertThat(first.path("chassis").findValuesAsText("uuid")).containsExactly(all.get(1));
    assertThat(first.path("next").asText())
        .contains("/v1/chassis?", "limit=1", "marker=" + all.get(1));
    var rest = ok(site.api().get("/v1/chassis?marker=" + all.get(1)), 200);
    assertThat(rest.path("chassis").findValuesAsText("uuid")).containsExactly(all.get(2));
    fault(site.api().get("/v1/chassis?marker=" + UUID.randomUUID()), 404);
    fault(site.at(42).get("/v1/chassis?detail=true"), 400);
    var detailed = ok(site.at(43).get("/v1/chassis?detail=true&limit=1"), 200);
    assertThat(detailed.path("chassis").path(0).has("extra")).isTrue();
  }

  @Test
  void links_to_its_nodes() {
    var chassis = chassis();

    assertThat(
            ok(site.api().get(CHASSIS + chassis), 200).path("nodes").path(0).path("href").asText())
        .endsWith(CHASSIS + chassis + "/nodes");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"GET,''", "PATCH,''", "DELETE,''", "GET,/nodes", "GET,/nodes/detail"})
  void is_404_when_unknown_and_400_by_name(String method, String below) {
    var unknown = UUID.randomUUID();
    assertThat(fault(request(method, unknown + below), 404))
        .isEqualTo("Chassis %s could not be found.".formatted(unknown));
    fault(request(method, "row-1" + below), 400);
  }

  private Response request(String method, String path) {
    return site.api().body(method.equals("PATCH") ? "[]" : "").request(method, CHASSIS + path);
  }

  @Test
  void has_nodes() {
    var chassis = chassis();
    var inside = node(chassis);
    var outside = site.node();

    for (var path : List.of(CHASSIS + chassis + "/nodes", "/v1/nodes?chassis_uuid=" + chassis)) {
      assertThat(ok(site.at(1).get(path), 200).path("nodes").findValuesAsText("uuid"))
          .containsExactly(inside);
    }
    var detailed = ok(site.api().get(CHASSIS + chassis + "/nodes/detail"), 200).path("nodes");
    assertThat(detailed.path(0).path("chassis_uuid").asText()).isEqualTo(chassis);
    patched(outside, "add", ",\"value\":\"%s\"".formatted(chassis)).then().statusCode(200);
    var page = ok(site.api().get(CHASSIS + chassis + "/nodes?limit=1&fields=uuid"), 200);
    assertThat(page.path("nodes").findValuesAsText("uuid")).containsExactly(inside);
    assertThat(page.path("next").asText()).contains(CHASSIS + chassis + "/nodes?");
    assertThat(site.api().body("{}").post(CHASSIS + chassis + "/nodes").statusCode())
        .isEqualTo(405);
  }

  @Test
  void is_deleted_when_its_last_node_has_left() {
    var chassis = chassis();
    var node = node(chassis);

    assertThat(fault(site.api().delete(CHASSIS + chassis), 400))
        .isEqualTo(
            "Cannot complete the requested action because chassis %s contains nodes."
                .formatted(chassis));
    patched(node, "remove", "").then().statusCode(200);

    assertThat(site.api().delete(CHASSIS + chassis).statusCode()).isEqualTo(204);
    fault(site.api().get(CHASSIS + chassis), 404);
  }

  @Test
  void waits_for_a_node_that_is_just_put_into_it() throws Exception {
    var chassis = chassis();
    var node = site.node();
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var deleted = new CompletableFuture<Response>();
      site.within(
          () -> {
            database
                .createNativeMutationQuery("update node set chassis_uuid = ?2 where uuid = ?1")
                .setParameter(1, UUID.fromString(node))
                .setParameter(2, UUID.fromString(chassis))
                .executeUpdate();
            var _ = clients.submit(() -> deleted.complete(site.api().delete(CHASSIS + chassis)));
            await().atMost(LIMIT).until(this::somebodyWaits);
          });

      assertThat(fault(deleted.get(20, TimeUnit.SECONDS), 400)).endsWith("contains nodes.");
    }
  }

  private boolean somebodyWaits() {
    return (Boolean)
        site.ask(
            "select exists (select 1 from pg_stat_activity where wait_event_type = 'Lock'"
                + " and query like '%chassis%')");
  }

  @Test
  void must_be_there_when_a_node_names_it() {
    var unknown = UUID.randomUUID().toString();
    var body = "{\"driver\":\"fake-hardware\",\"chassis_uuid\":\"%s\"}".formatted(unknown);
    var sentence = "Chassis %s could not be found.".formatted(unknown);

    assertThat(fault(site.api().body(body).post("/v1/nodes"), 400)).isEqualTo(sentence);
    assertThat(fault(patched(site.node(), "add", ",\"value\":\"%s\"".formatted(unknown)), 400))
        .isEqualTo(sentence);
  }

  private String chassis() {
    return ok(site.api().body("{}").post("/v1/chassis"), 201).path("uuid").asText();
  }

  private String node(String chassis) {
    return site.node("{\"driver\":\"fake-hardware\",\"chassis_uuid\":\"%s\"}".formatted(chassis));
  }

  private Response patched(String node, String op, String value) {
    return site.api()
        .body("[{\"op\":\"%s\",\"path\":\"/chassis_uuid\"%s}]".formatted(op, value))
        .patch("/v1/nodes/" + node);
  }
}
