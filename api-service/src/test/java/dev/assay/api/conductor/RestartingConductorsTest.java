package dev.assay.api.conductor;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests while the conductors that they need are away. Source: spec conductor.md 2, api.md 16.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RestartingConductorsTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.run("delete from conductor");
    site.open();
  }

  @AfterEach
  void openAgain() {
    open();
  }

  /** How conductors are away for a short time: stopped, or killed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "update conductor set online = false",
        "update conductor set expires_at = now() - interval '1 minute'"
      })
  void orders_are_accepted_and_wait(String away) {
    var inspected = site.nodeIn("manageable");
    var verified = site.node();
    site.run(away);

    assertThat(put(inspected, "provision", "{\"target\":\"inspect\"}").statusCode()).isEqualTo(202);
    assertThat(put(verified, "provision", "{\"target\":\"manage\"}").statusCode()).isEqualTo(202);
    var created = site.node();
    assertThat(put(created, "power", "{\"target\":\"power on\"}").statusCode()).isEqualTo(202);

    assertThat(site.commands(inspected)).containsExactly("start-inspection");
    assertThat(site.commands(verified)).containsExactly("verify-node");
    assertThat(site.commands(created)).containsExactly("change-power");
  }

  @Test
  void lists_tell_the_truth() {
    site.run("update conductor set online = false");

    var conductors = ok(site.api().get("/v1/conductors"), 200).path("conductors");
    assertThat(conductors.findValuesAsText("alive")).containsOnly("false");
    assertThat(ok(site.api().get("/v1/drivers"), 200).path("drivers")).isEmpty();
    fault(site.api().get("/v1/drivers/fake-hardware"), 404);
  }

  @Test
  void questions_need_a_conductor_that_is_alive() {
    var node = site.node();
    site.run("update conductor set online = false");

    var asked = site.api().get("/v1/nodes/" + node + "/management/boot_device");
    assertThat(fault(asked, 503))
        .isEqualTo(
            "No conductor that supports driver fake-hardware for conductor group '' is running now:"
                + " try again, or start one.");
    assertThat(asked.header("Retry-After")).isEqualTo("5");
    ok(site.api().get("/v1/nodes/" + node + "/management/boot_device/supported"), 200);
  }

  @Test
  void the_doctor_says_that_they_are_away() {
    var node = site.node();
    site.run("update conductor set online = false");

    var checks = ok(site.api().get("/v1/nodes/" + node + "/doctor"), 200).path("checks");
    assertThat(checks.get(0).path("check").asText()).isEqualTo("conductor");
    assertThat(checks.get(0).path("result").asText()).isEqualTo("warning");
  }

  @Test
  void those_of_another_group_or_driver_are_of_no_use() {
    var node = site.nodeIn("manageable");
    site.set(node, "conductor_group", "nowhere");

    assertThat(fault(put(node, "provision", "{\"target\":\"inspect\"}"), 404))
        .startsWith("No valid host was found. Reason: No conductor service registered");
    assertThat(fault(site.api().body("{\"driver\":\"none\"}").post("/v1/nodes"), 400))
        .startsWith("No valid host was found. Reason: No conductor service registered");
  }

  @Test
  void after_the_grace_they_are_not_expected_any_more() {
    var node = site.nodeIn("manageable");
    site.run("update conductor set updated_at = now() - interval '11 minutes', online = false");
    site.run(
        "update conductor set updated_at = now(), online = true where hostname = 'c2.example'");

    assertThat(fault(put(node, "provision", "{\"target\":\"inspect\"}"), 404))
        .startsWith("No valid host was found. Reason: No conductor service registered");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from conductor",
        "update conductor set updated_at = now() - interval '11 minutes', online = false"
      })
  void without_any_conductor_it_is_503(String gone) {
    var node = site.nodeIn("manageable");
    site.run(gone);

    var refused = put(node, "provision", "{\"target\":\"inspect\"}");
    assertThat(fault(refused, 503)).isEqualTo("No conductor is running: start one, and try again.");
    assertThat(refused.header("Retry-After")).isEqualTo("5");
    fault(site.api().body("{\"driver\":\"fake-hardware\"}").post("/v1/nodes"), 503);
    fault(site.api().put("/v1/nodes/" + node + "/maintenance"), 503);
  }

  private Response put(String node, String what, String body) {
    return site.api().body(body).put("/v1/nodes/" + node + "/states/" + what);
  }
}
