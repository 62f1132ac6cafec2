package dev.assay.api.management;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.ScriptedConductor;
import dev.assay.api.testing.Site;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.registration.Conductors;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Boot devices of spec api.md 10.4. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BootDeviceTest {
  private static final String PXE = "{\"boot_device\":\"pxe\"}";

  /** A node whose BMC can be reached. */
  private static final String REACHED =
      "{\"driver\":\"redfish\",%s\"driver_info\":{\"redfish_address\":\"https://192.0.2.5\"}}";

  @Inject Site site;
  @Inject Conductors conductors;
  @Inject ScriptedConductor conductor;

  @BeforeEach
  void open() {
    site.open();
  }

  @AfterEach
  void leave() {
    conductor.leave();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({"DISK, true", "PXE, false", ","})
  void is_shown_as_the_bmc_tells_it(BootDevice device, Boolean persistent) {
    var node = site.node();
    conductor.answers(new ConductorReply.BootsFrom(new BootChoice(device, persistent)));

    var shown = ok(get(node, ""), 200);

    assertThat(shown).hasSize(2);
    assertThat(shown.get("boot_device").textValue())
        .isEqualTo(device == null ? null : device.wire());
    assertThat(shown.get("persistent").isNull()).isEqualTo(persistent == null);
    assertThat(shown.get("persistent").asBoolean()).isEqualTo(Boolean.TRUE.equals(persistent));
    assertThat(conductor.heard())
        .containsExactly(
            new ScriptedConductor.Heard(
                "fake-hardware", "", new ConductorRequest.GetBootDevice(NodeId.of(node))));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"boot_device\":\"pxe\"}                           | PXE   | false",
        "{\"boot_device\":\"cdrom\",\"persistent\":true}     | CDROM | true",
        "{\"boot_device\":\"disk\",\"persistent\":\"Yes\"}   | DISK  | true",
        "{\"boot_device\":\"disk\",\"persistent\":null}      | DISK  | false"
      })
  void is_chosen_by_a_conductor_of_the_nodes_group(
      String body, BootDevice device, boolean persistent) {
    var node = site.node(REACHED.formatted("\"conductor_group\":\"other\","));
    conductor.answers(new ConductorReply.Done());

    var answer = put(node, body);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(204);
    assertThat(answer.asString()).isEmpty();
    assertThat(conductor.heard())
        .containsExactly(
            new ScriptedConductor.Heard(
                "redfish",
                "other",
                new ConductorRequest.SetBootDevice(NodeId.of(node), device, persistent)));
  }

  @Test
  void that_are_supported_are_told_by_the_driver_and_no_conductor_is_asked() {
    var node = site.node("{\"driver\":\"redfish\"}");

    assertThat(ok(get(node, "/supported"), 200))
        .hasToString(
            "{\"supported_boot_devices\":[\"pxe\",\"disk\",\"cdrom\",\"bios\",\"floppy\",\"uefihttp\"]}");
    assertThat(conductor.heard()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "",
        "[]",
        "nonsense",
        "{}",
        "{\"boot_device\":null}",
        "{\"boot_device\":\"\"}",
        "{\"boot_device\":1}",
        "{\"boot_device\":[\"pxe\"]}",
        "{\"boot_device\":\"teapot\"}",
        "{\"boot_device\":\"PXE\"}",
        "{\"boot_device\":\"safe\"}",
        "{\"boot_device\":\"pxe\",\"persistent\":\"maybe\"}",
        "{\"boot_device\":\"pxe\",\"persistent\":1}",
        "{\"boot_device\":\"pxe\",\"more\":1}"
      })
  void a_bad_request_is_400_and_no_conductor_is_asked(String body) {
    assertThat(fault(put(site.node(), body), 400)).isNotBlank();
    assertThat(conductor.heard()).isEmpty();
  }

  @Test
  void a_device_that_the_driver_lacks_is_refused_with_those_it_has() {
    var node = site.node(REACHED.formatted(""));

    assertThat(fault(put(node, "{\"boot_device\":\"safe\"}"), 400))
        .isEqualTo(
            "Invalid parameter: boot_device must be one of those that driver redfish"
                + " supports: pxe, disk, cdrom, bios, floppy, uefihttp, not safe.");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "NODE_LOCKED,         409",
    "UNSUPPORTED,         400",
    "INVALID_PARAMETER,   400",
    "NOT_FOUND,           404",
    "BMC_UNREACHABLE,     500",
    "BMC_REFUSED,         500",
    "BMC_ANSWER_UNUSABLE, 500",
    "UNAVAILABLE,         503"
  })
  void a_conductors_refusal_reaches_the_client_with_its_sentence(ErrorCode code, int status) {
    var node = site.node();
    conductor.answers(new ConductorReply.Refused(code, "This is why."));

    assertThat(fault(put(node, PXE), status)).isEqualTo("This is why.");
    assertThat(fault(get(node, ""), status)).isEqualTo("This is why.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "{\"answer\":\"maybe\"}", "{\"answer\":\"done\"}"})
  void an_answer_that_does_not_fit_is_503(String text) {
    conductor.says(text);

    assertThat(fault(get(site.node(), ""), 503)).contains("cannot be read", "same version");
  }

  @Test
  void without_a_broker_the_answer_is_503_at_once_and_says_so() {
    var node = site.node();
    var start = System.nanoTime();

    assertThat(fault(put(node, PXE), 503))
        .startsWith("The broker is not reached")
        .contains("assay.broker.host");
    assertThat(fault(get(node, ""), 503)).startsWith("The broker is not reached");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    assertThat(ok(get(node, "/supported"), 200).path("supported_boot_devices")).isNotEmpty();
  }

  @Test
  void of_an_unknown_node_is_404() {
    assertThat(fault(get("nobody", ""), 404)).isEqualTo("Node nobody could not be found.");
    assertThat(fault(get("nobody", "/supported"), 404))
        .isEqualTo("Node nobody could not be found.");
    assertThat(fault(put("nobody", PXE), 404)).isEqualTo("Node nobody could not be found.");
  }

  @Test
  void without_a_conductor_for_the_driver_is_404() {
    var node = site.node();
    site.set(node, "conductor_group", "nobody");

    assertThat(fault(get(node, ""), 404)).startsWith("No valid host was found.");
    assertThat(fault(get(node, "/supported"), 404)).startsWith("No valid host was found.");
    assertThat(fault(put(node, PXE), 404)).startsWith("No valid host was found.");
  }

  @Test
  void needs_what_reaches_the_bmc_and_the_list_of_devices_does_not() {
    var node = site.node("{\"driver\":\"redfish\"}");

    assertThat(fault(get(node, ""), 400)).contains("redfish_address");
    assertThat(fault(put(node, PXE), 400)).contains("redfish_address");
    assertThat(get(node, "/supported").statusCode()).isEqualTo(200);
    assertThat(conductor.heard()).isEmpty();
  }

  @ParameterizedTest(name = "management_interface {0}, devices: {1}")
  @CsvSource({"noop, true", "no-management, true", "dumb, false"})
  void where_the_driver_manages_nothing_is_400(String management, boolean devices) {
    register("bare-" + management, management, devices ? List.of(BootDevice.PXE) : List.of());
    var node = site.node("{\"driver\":\"bare-%s\"}".formatted(management));
    var text =
        "Driver bare-%s does not support management (disabled or not implemented)."
            .formatted(management);

    assertThat(fault(get(node, ""), 400)).isEqualTo(text);
    assertThat(fault(get(node, "/supported"), 400)).isEqualTo(text);
    assertThat(fault(put(node, PXE), 400)).isEqualTo(text);
    assertThat(conductor.heard()).isEmpty();
  }

  @Test
  void answers_head_and_names_its_methods_and_knows_no_query() {
    var node = site.node();
    conductor.answers(new ConductorReply.BootsFrom(BootChoice.NONE));

    assertThat(site.api().head(path(node)).statusCode()).isEqualTo(200);
    var refused = site.api().delete(path(node));
    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("GET, HEAD, PUT");
    assertThat(fault(get(node, "?device=pxe"), 400)).contains("device");
  }

  private void register(String name, String management, List<BootDevice> devices) {
    var driver =
        new DriverDescription(
            name,
            Map.of(InterfaceType.MANAGEMENT, List.of(management)),
            Map.of(),
            Set.of(),
            devices);
    site.within(
        () -> conductors.register(name + ".example", "", List.of(driver), Duration.ofHours(1)));
  }

  private Response get(String node, String rest) {
    return site.api().get(path(node) + rest);
  }

  private Response put(String node, String body) {
    return site.api().body(body).put(path(node));
  }

  private static String path(String node) {
    return "/v1/nodes/" + node + "/management/boot_device";
  }
}
