package dev.assay.api.node.validation;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.registration.Conductors;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The validation of a node's interfaces: spec api.md 9.9. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ValidateTest {
  private static final String MISSING =
      "Missing the following parameters in driver_info for driver redfish: redfish_address.";

  @Inject Site site;
  @Inject Conductors conductors;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void reports_every_interface_of_the_reference() {
    var report = ok(site.api().get("/v1/nodes/" + site.node() + "/validate"), 200);

    var names = new ArrayList<String>();
    report.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .containsExactlyInAnyOrder(
            "bios",
            "boot",
            "console",
            "deploy",
            "firmware",
            "inspect",
            "management",
            "network",
            "power",
            "raid",
            "rescue",
            "storage");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "power      | {}                                  | " + MISSING,
        "management | {}                                  | " + MISSING,
        "boot       | {}                                  | " + MISSING,
        "inspect    | {}                                  | " + MISSING,
        "power      | {\"redfish_address\":\"\"}          | " + MISSING,
        "power      | {\"redfish_address\":\"https://b\"} |",
        "inspect    | {\"redfish_address\":\"https://b\"} |",
        "network    | {}                                  |",
        "storage    | {}                                  |",
        "rescue     | {} | Driver redfish does not support rescue (disabled or not implemented).",
        "console    | {} | Driver redfish does not support console (disabled or not implemented)."
      })
  void an_interface_works_or_the_report_says_why_not(String type, String info, String reason) {
    var node =
        site.node(
            "{\"driver\":\"redfish\",\"inspect_interface\":\"agent\",\"driver_info\":%s}"
                .formatted(info));

    var entry = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200).path(type);

    assertThat(entry.path("result").booleanValue()).isEqualTo(reason == null);
    assertThat(entry.path("reason").textValue()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"ipmi_bridging\":\"single\",\"ipmi_target_channel\":0 | Missing ipmi_target_address in driver_info, which ipmi_bridging single needs.",
        "\"ipmi_bridging\":\"dual\",\"ipmi_target_channel\":0,\"ipmi_target_address\":1,\"ipmi_transit_channel\":2 | Missing ipmi_transit_address in driver_info, which ipmi_bridging dual needs."
      })
  void a_key_that_another_one_requires_is_missing(String info, String reason) {
    var node =
        site.node(
            "{\"driver\":\"ipmi\",\"driver_info\":{\"ipmi_address\":\"192.0.2.5\",%s}}"
                .formatted(info));

    var entry = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200).path("power");

    assertThat(entry.path("result").booleanValue()).isFalse();
    assertThat(entry.path("reason").textValue()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0} with {1}")
  @CsvSource({
    "'\"ipmi_protocol_version\":\"1.5\"', ipmi_password, 12345678901234567",
    "'\"ipmi_password\":\"12345678901234567\"', ipmi_protocol_version, 1.5"
  })
  void a_change_that_does_not_fit_another_key_is_refused(String before, String key, String value) {
    var node =
        site.node(
            "{\"driver\":\"ipmi\",\"driver_info\":{\"ipmi_address\":\"192.0.2.5\",%s}}"
                .formatted(before));

    var refused =
        site.api()
            .body(
                "[{\"op\":\"add\",\"path\":\"/driver_info/%s\",\"value\":\"%s\"}]"
                    .formatted(key, value))
            .patch("/v1/nodes/" + node);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body().asString()).contains("ipmi_password in driver_info must");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "redfish_address,   http://127.0.0.1:99999, its port is 99999",
    "redfish_address,   https://root:pw@10.0.0.5, it has a user in it",
    "redfish_auth_type, magic, 'must be one of basic, session, auto, not magic'",
    "redfish_verify_ca, /etc/shadow, below /etc/assay/ca of the conductor"
  })
  void what_was_stored_and_the_driver_cannot_read_is_reported(
      String key, String value, String reason) {
    var node = site.node("{\"driver\":\"redfish\",\"inspect_interface\":\"agent\"}");
    site.run(
        "update node set driver_info = jsonb_build_object('redfish_address', 'https://b')"
            + " || jsonb_build_object(cast(?2 as text), cast(?3 as text)) where uuid = ?1",
        UUID.fromString(node),
        key,
        value);

    var report = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200);

    for (var type : List.of("power", "management", "boot", "inspect")) {
      assertThat(report.path(type).path("result").booleanValue()).as(type).isFalse();
      assertThat(report.path(type).path("reason").textValue())
          .startsWith(key + " in driver_info must be")
          .contains(reason)
          .doesNotContain("pw@");
    }
  }

  @ParameterizedTest(name = "{1} {2} of {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "redfish           | bios       | redfish       | The bios_interface redfish is accepted and does nothing: bios is not supported by this service.",
        "redfish           | raid       | agent         | The raid_interface agent is accepted and does nothing: raid is not supported by this service.",
        "idrac             | firmware   | idrac-redfish | This service shows the versions of firmware and updates none.",
        "manual-management | power      | agent         | This service does not switch the node: do it by hand.",
        "manual-management | power      | fake          |",
        "manual-management | management | noop          | This service does not set the node's boot device.",
        "ipmi              | management | noop          | This service does not set the node's boot device.",
        "ipmi              | management | ipmitool      |"
      })
  void an_accepted_interface_that_does_nothing_says_so(
      String driver, String type, String chosen, String remark) {
    var node =
        site.node(
            "{\"driver\":\"%s\",\"%s_interface\":\"%s\",\"driver_info\":{\"ipmi_address\":\"b\",\"redfish_address\":\"b\"}}"
                .formatted(driver, type, chosen));

    var entry = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200).path(type);

    assertThat(entry.path("result").booleanValue()).isTrue();
    assertThat(entry.path("reason").textValue()).isEqualTo(remark);
  }

  @Test
  void where_the_driver_boots_nothing_by_itself_no_other_boot_interface_is_named() {
    site.within(
        () ->
            conductors.register(
                "plain.example",
                "",
                List.of(
                    new DriverDescription(
                        "plain",
                        Map.of(
                            InterfaceType.BOOT, List.of("fake"),
                            InterfaceType.INSPECT, List.of("agent")),
                        Map.of(),
                        Set.of(),
                        List.of())),
                Duration.ofHours(1)));
    var node = site.node("{\"driver\":\"plain\"}");

    var entry = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200).path("inspect");

    assertThat(entry.path("reason").textValue())
        .isEqualTo(
            ("Node %s cannot be booted for inspection with the boot_interface fake; driver plain has"
                    + " none with which it can: set assay.inspector.require-managed-boot=false and"
                    + " let your network boot it.")
                .formatted(node));
  }

  @Test
  void inspection_with_a_ramdisk_needs_a_boot_interface_that_boots_it() {
    var node =
        site.node(
            "{\"driver\":\"ipmi\",\"driver_info\":{\"ipmi_address\":\"192.0.2.5\"},"
                + "\"inspect_interface\":\"agent\",\"boot_interface\":\"http\"}");

    var entry = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200).path("inspect");

    assertThat(entry.path("result").booleanValue()).isFalse();
    assertThat(entry.path("reason").textValue()).contains("http", "choose one of ipxe, pxe, or");
  }

  @ParameterizedTest(name = "{0} with driver_info {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "redfish-virtual-media |                                                   | deploy_kernel",
        "redfish-https         |                                                   | deploy_kernel",
        "redfish-virtual-media | ,\"deploy_kernel\":\"http://h/k\"                  | set both",
        "redfish-virtual-media | ,\"deploy_iso\":\"ftp://h/i\"                      | http, https or file",
        "redfish-virtual-media | ,\"deploy_iso\":\"http://h/i\"                     | assay.boot.url",
      })
  void a_boot_interface_that_needs_an_image_says_what_is_missing(
      String bootInterface, @Nullable String images, String missing) {
    var node =
        site.node(
            "{\"driver\":\"redfish\",\"driver_info\":{\"redfish_address\":\"https://b\"%s},"
                    .formatted(images == null ? "" : images)
                + "\"inspect_interface\":\"agent\",\"boot_interface\":\"%s\"}"
                    .formatted(bootInterface));

    var report = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200);

    for (var type : new String[] {"boot", "inspect"}) {
      assertThat(report.path(type).path("result").booleanValue()).as(type).isFalse();
      assertThat(report.path(type).path("reason").textValue()).as(type).contains(missing);
    }
  }

  @ParameterizedTest(name = "deploy {0}: {1}")
  @CsvSource({"noop,true", "direct,false"})
  void nothing_is_deployed_and_only_noop_says_so(String deploy, boolean works) {
    var node = site.node("{\"driver\":\"redfish\",\"deploy_interface\":\"%s\"}".formatted(deploy));

    var entry = ok(site.api().get("/v1/nodes/" + node + "/validate"), 200).path("deploy");

    assertThat(entry.path("result").booleanValue()).isEqualTo(works);
    assertThat(entry.path("reason").textValue())
        .isEqualTo(works ? null : "deploy is not supported by this service");
  }

  @ParameterizedTest
  @ValueSource(strings = {"node", "node_uuid"})
  void the_node_may_stand_in_the_query(String parameter) {
    var report = ok(site.api().queryParam(parameter, site.node()).get("/v1/nodes/validate"), 200);

    assertThat(report.path("power").path("result").booleanValue()).isTrue();
  }

  @Test
  void without_a_node_is_400_and_of_an_unknown_one_404() {
    fault(site.api().get("/v1/nodes/validate"), 400);
    fault(site.api().queryParam("node", "nobody").get("/v1/nodes/validate"), 404);
    fault(site.api().get("/v1/nodes/nobody/validate"), 404);
  }

  @Test
  void without_a_conductor_for_the_driver_is_404() {
    var node = site.node();
    site.set(node, "conductor_group", "nobody");

    assertThat(fault(site.api().get("/v1/nodes/" + node + "/validate"), 404))
        .startsWith("No valid host was found.");
  }
}
