package dev.assay.api.management;

import static dev.assay.api.testing.Answers.fault;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.ScriptedConductor;
import dev.assay.api.testing.Site;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootMode;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Boot mode and secure boot of spec api.md 10.12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BootModeTest {
  private static final String MODE = "boot_mode";
  private static final String SECURE = "secure_boot";
  private static final String UEFI = "{\"target\":\"uefi\"}";
  private static final String ON = "{\"target\":true}";

  @Inject Site site;
  @Inject ScriptedConductor conductor;

  @BeforeEach
  void open() {
    site.open();
  }

  @AfterEach
  void leave() {
    conductor.leave();
  }

  @ParameterizedTest
  @CsvSource({"uefi, UEFI", "bios, BIOS"})
  void mode_is_set_by_a_conductor(String target, BootMode mode) {
    var node = site.node();

    accepts(node, MODE, "{\"target\":\"%s\"}".formatted(target));

    assertThat(conductor.heard())
        .containsExactly(
            new ScriptedConductor.Heard(
                "fake-hardware", "", new ConductorRequest.SetBootMode(NodeId.of(node), mode)));
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false", "'\"on\"', true", "'\"False\"', false"})
  void secure_boot_is_switched_by_a_conductor(String target, boolean on) {
    var node = site.node();

    accepts(node, SECURE, "{\"target\":%s}".formatted(target));

    assertThat(conductor.heard())
        .containsExactly(
            new ScriptedConductor.Heard(
                "fake-hardware", "", new ConductorRequest.SetSecureBoot(NodeId.of(node), on)));
  }

  private void accepts(String node, String what, String body) {
    conductor.answers(new ConductorReply.Done());

    var answer = put(node, what, body);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(202);
    assertThat(answer.asString()).isEmpty();
    assertThat(answer.header("Location")).endsWith("/v1/nodes/%s/states".formatted(node));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "boot_mode   |",
        "boot_mode   | []",
        "boot_mode   | {}",
        "boot_mode   | {\"target\":null}",
        "boot_mode   | {\"target\":\"\"}",
        "boot_mode   | {\"target\":1}",
        "boot_mode   | {\"target\":\"UEFI\"}",
        "boot_mode   | {\"target\":\"legacy\"}",
        "boot_mode   | {\"target\":\"uefi\",\"more\":1}",
        "secure_boot |",
        "secure_boot | {}",
        "secure_boot | {\"target\":null}",
        "secure_boot | {\"target\":1}",
        "secure_boot | {\"target\":\"maybe\"}",
        "secure_boot | {\"target\":true,\"more\":1}"
      })
  void a_bad_request_is_400_and_no_conductor_is_asked(String what, String body) {
    assertThat(fault(put(site.node(), what, body == null ? "" : body), 400)).isNotBlank();
    assertThat(conductor.heard()).isEmpty();
  }

  @Test
  void another_mode_is_refused_with_those_that_there_are() {
    assertThat(fault(put(site.node(), MODE, "{\"target\":\"legacy\"}"), 400))
        .isEqualTo("Invalid parameter: target must be uefi or bios, not legacy.");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({"NODE_LOCKED, 409", "UNSUPPORTED, 400", "NOT_FOUND, 404", "BMC_REFUSED, 500"})
  void a_conductors_refusal_reaches_the_client_with_its_sentence(ErrorCode code, int status) {
    var node = site.node();
    conductor.answers(new ConductorReply.Refused(code, "This is why."));

    assertThat(fault(put(node, MODE, UEFI), status)).isEqualTo("This is why.");
    assertThat(fault(put(node, SECURE, ON), status)).isEqualTo("This is why.");
  }

  @ParameterizedTest
  @ValueSource(strings = {MODE, SECURE})
  void there_is_none_before_its_version(String what) {
    var node = site.node();
    conductor.answers(new ConductorReply.Done());
    var body = what.equals(MODE) ? UEFI : ON;

    assertThat(site.at(75).body(body).put(path(node, what)).statusCode()).isEqualTo(404);
    assertThat(conductor.heard()).isEmpty();
    assertThat(site.at(76).body(body).put(path(node, what)).statusCode()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {MODE, SECURE})
  void needs_a_node_that_has_a_conductor_and_a_bmc(String what) {
    var body = what.equals(MODE) ? UEFI : ON;
    var orphan = site.node();
    site.set(orphan, "conductor_group", "nobody");

    assertThat(fault(put("nobody", what, body), 404)).isEqualTo("Node nobody could not be found.");
    assertThat(fault(put(orphan, what, body), 404)).startsWith("No valid host was found.");
    assertThat(fault(put(site.node("{\"driver\":\"redfish\"}"), what, body), 400))
        .contains("redfish_address");
    assertThat(conductor.heard()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {MODE, SECURE})
  void is_only_written_and_knows_no_query(String what) {
    var node = site.node();

    var refused = site.api().get(path(node, what));
    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("PUT");
    assertThat(fault(put(node, what + "?now=1", UEFI), 400)).contains("now");
  }

  private Response put(String node, String what, String body) {
    return site.api().body(body).put(path(node, what));
  }

  private static String path(String node, String what) {
    return "/v1/nodes/%s/states/%s".formatted(node, what);
  }
}
