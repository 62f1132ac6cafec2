package dev.assay.api.node;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.secret.Keyring;
import dev.assay.secret.SecretColumn;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A document that cannot be decrypted is reported, and is not lost when a part of it is changed.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnreadableDriverInfoTest {
  @Inject Site site;

  private String node;

  @BeforeEach
  void damage() {
    site.open();
    node = site.node("{\"driver\":\"redfish\"}");
    damage("driver_info");
    damage("instance_info");
  }

  private void damage(String column) {
    var copied =
        Keyring.installed()
            .seal(
                "{\"a\":\"b\"}",
                new SecretColumn("node", UUID.randomUUID(), column)); // another node's
    site.run(
        "update node set %s = to_jsonb(cast(?1 as text)) where uuid = ?2".formatted(column),
        copied,
        UUID.fromString(node));
  }

  @AfterEach
  void close() {
    site.open();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "add     | /driver_info/redfish_address   | '\"10.0.0.5\"'",
        "replace | /driver_info/redfish_address   | '\"10.0.0.5\"'",
        "remove  | /driver_info/redfish_address   | null",
        "remove  | /driver_info                   | null",
        "add     | /driver_info                   | {}",
        "add     | /instance_info/display_name    | '\"web1\"'",
        "remove  | /instance_info                 | null"
      })
  void a_change_of_a_part_is_409_and_changes_nothing(String op, String path, String value) {
    var before = site.digest();
    var member = path.startsWith("/driver_info") ? "driver_info" : "instance_info";

    assertThat(fault(patch(op, path, value), 409))
        .isEqualTo(
            "The stored %1$s of node %2$s cannot be decrypted: put the key that the log names back into the key file, or write all of %1$s again."
                .formatted(member, node));
    assertThat(site.digest()).isEqualTo(before);
  }

  @Test
  void all_of_it_can_be_written_again_and_everything_else_be_changed() {
    ok(patch("add", "/extra/note", "\"dusty\""), 200);
    ok(patch("add", "/instance_info", "{\"c\":\"d\"}"), 200);

    var after = ok(patch("add", "/driver_info", "{\"redfish_address\":\"10.0.0.5\"}"), 200);

    assertThat(after.path("driver_info").path("redfish_address").asText()).isEqualTo("10.0.0.5");
    assertThat(after.path("instance_info").path("c").asText()).isEqualTo("d");
    ok(patch("add", "/driver_info/redfish_username", "\"root\""), 200);
  }

  @Test
  void validate_and_power_name_it_instead_of_a_missing_address() {
    var validation = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200);
    assertThat(validation.path("power").path("reason").asText())
        .contains("The stored driver_info of node " + node + " cannot be decrypted");

    assertThat(
            fault(
                site.api()
                    .body("{\"target\":\"power on\"}")
                    .put("/v1/nodes/" + node + "/states/power"),
                400))
        .contains("cannot be decrypted");
  }

  private Response patch(String op, String path, String value) {
    return site.api()
        .body("[{\"op\":\"%s\",\"path\":\"%s\",\"value\":%s}]".formatted(op, path, value))
        .patch("/v1/nodes/" + node);
  }
}
