package dev.assay.api.node;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.CsvSource;

/** driver_info is checked when it is written, as the driver describes it. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WrittenDriverInfoTest {
  @Inject Site site;

  @BeforeEach
  @AfterEach
  void open() {
    site.open();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "redfish_address   | \"http://127.0.0.1:99999\" | its port is 99999, and ports are 1 to"
            + " 65535",
        "redfish_address   | \"ftp://10.0.0.5\"         | its scheme is neither http nor https",
        "redfish_address   | \"https://u:pw@10.0.0.5\"  | it has a user in it",
        "redfish_address   | [\"10.0.0.5\"]             | must be a text, not a list or an object",
        "redfish_auth_type | \"magic\"                  | must be one of basic, session, auto, not"
            + " magic",
        "redfish_verify_ca | \"/etc/shadow\"            | below /etc/assay/ca of the conductor, not"
            + " /etc/shadow"
      })
  void what_the_driver_could_not_read_is_400_and_changes_nothing(
      String key, String value, String reason) {
    var info = "{\"%s\":%s}".formatted(key, value);
    var node = site.node("{\"driver\":\"redfish\"}");
    var before = site.digest();

    var created =
        site.api()
            .body("{\"driver\":\"redfish\",\"driver_info\":%s}".formatted(info))
            .post("/v1/nodes");
    var patched = patch(node, "add", "/driver_info/" + key, value);

    for (var answer : new Response[] {created, patched}) {
      assertThat(fault(answer, 400))
          .startsWith(key + " in driver_info must be")
          .contains(reason)
          .doesNotContain("pw@");
    }
    assertThat(site.digest()).isEqualTo(before);
  }

  @Test
  void what_the_driver_does_not_know_or_may_come_later_is_taken() {
    var node = site.node("{\"driver\":\"redfish\",\"driver_info\":{\"rack\":{\"u\":7}}}");

    ok(patch(node, "add", "/driver_info/redfish_address", "\"10.0.0.5\""), 200);
    ok(patch(node, "add", "/driver_info/redfish_auth_type", "\"BASIC\""), 200);
    ok(patch(node, "add", "/driver_info/redfish_verify_ca", "false"), 200);
    ok(patch(node, "add", "/driver_info/redfish_verify_ca", "\"/etc/assay/ca/rack7.pem\""), 200);
    ok(patch(node, "add", "/driver_info/redfish_verify_ca", "null"), 200);
  }

  @Test
  void what_was_stored_before_is_shown_and_does_not_stand_in_the_way_of_other_changes() {
    var node = site.node("{\"driver\":\"redfish\"}");
    site.run(
        "update node set driver_info = '{\"redfish_address\": \"http://b:99999\"}' where uuid = ?1",
        java.util.UUID.fromString(node));

    assertThat(
            ok(site.api().get("/v1/nodes/" + node), 200)
                .path("driver_info")
                .path("redfish_address")
                .asText())
        .isEqualTo("http://b:99999");
    ok(patch(node, "add", "/driver_info/redfish_username", "\"root\""), 200);
    ok(patch(node, "add", "/extra/note", "\"dusty\""), 200);
    ok(patch(node, "replace", "/driver_info/redfish_address", "\"http://b:9999\""), 200);
  }

  @Test
  void all_of_it_is_checked_for_a_new_driver() {
    var node =
        site.node(
            "{\"driver\":\"fake-hardware\",\"driver_info\":{\"redfish_auth_type\":\"magic\"}}");

    var patch = "[{\"op\":\"add\",\"path\":\"/driver\",\"value\":\"redfish\"}]";

    assertThat(
            fault(
                site.api()
                    .queryParam("reset_interfaces", true)
                    .body(patch)
                    .patch("/v1/nodes/" + node),
                400))
        .startsWith("redfish_auth_type in driver_info must be one of");
  }

  @Test
  void without_a_living_conductor_what_is_written_is_taken_and_checked_by_validate_later() {
    var node = site.node("{\"driver\":\"redfish\"}");
    site.close();

    ok(patch(node, "add", "/driver_info/redfish_address", "\"http://b:99999\""), 200);
  }

  private Response patch(String node, String op, String path, String value) {
    return site.api()
        .body("[{\"op\":\"%s\",\"path\":\"%s\",\"value\":%s}]".formatted(op, path, value))
        .patch("/v1/nodes/" + node);
  }
}
