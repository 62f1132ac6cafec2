package dev.assay.api.boot;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.assay.api.testing.Machines;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.api.testing.Site;
import dev.assay.node.ProvisionState;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What machines boot, except ISO images, which end-to-end tests make. */
@QuarkusTest
@TestProfile(OptionalFeatures.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BootTest {
  @Inject Machines machines;
  @Inject Site site;

  @Test
  void the_script_of_a_machine_boots_kernel_and_ramdisk_with_the_parameters_of_its_inspection() {
    var machine = machines.waiting();
    var inspection = inspection(machine);
    var script =
        given()
            .get("/v1/boot/mac/" + machine.mac().replace(':', '-') + "/boot.ipxe")
            .then()
            .statusCode(200)
            .contentType("text/plain")
            .extract()
            .asString();

    assertThat(script)
        .startsWith("#!ipxe\n")
        .contains(
            "kernel http://192.0.2.1:6385/v1/boot/%s/kernel initrd=ramdisk".formatted(inspection),
            " nofb vga=normal console=ttyS0 a=\"b c\" ",
            "ipa-inspection-callback-url=http://192.0.2.1:6385/v1/continue_inspection?node_uuid="
                + machine.node(),
            "initrd --name ramdisk http://192.0.2.1:6385/v1/boot/%s/ramdisk".formatted(inspection));
    assertThat(get(inspection + "/boot.ipxe").statusCode(200).extract().asString())
        .isEqualTo(script);
    get(inspection + "/kernel").statusCode(200).body(equalTo(OptionalFeatures.KERNEL));
    get(inspection + "/ramdisk").statusCode(200).body(equalTo(OptionalFeatures.RAMDISK));
  }

  @Test
  void the_parameters_of_a_node_replace_the_default_or_add_to_it() {
    var machine = machines.waiting();
    site.run(
        "update node set driver_info = '{\"kernel_append_params\": \"%default% x=1\"}'"
            + " where uuid = cast(? as uuid)",
        machine.node().toString());

    get(inspection(machine) + "/boot.ipxe").body(containsString(" nofb vga=normal x=1 console="));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "bytes=0-3,    206, 0123,       bytes 0-3/10",
        "bytes=8-,     206, 89,         bytes 8-9/10",
        "bytes=-3,     206, 789,        bytes 7-9/10",
        "bytes=8-99,   206, 89,         bytes 8-9/10",
        "bytes=-99,    206, 0123456789, bytes 0-9/10",
        "bytes=10-,    416, '',         bytes */10",
        "bytes=-0,     416, '',         bytes */10",
        "bytes=5-2,    416, '',         bytes */10",
        "'bytes=0-1,4-5', 200, 0123456789, -",
        "bytes=-,      200, 0123456789, -",
        "lines=0-3,    200, 0123456789, -",
      })
  void a_part_of_a_file_can_be_read(String range, int status, String content, String shown) {
    var answer =
        given()
            .header("Range", range)
            .get("/v1/boot/" + inspection(machines.waiting()) + "/kernel")
            .then()
            .statusCode(status);

    assertThat(answer.extract().header("Content-Range")).isEqualTo(shown);
    if (status != 416) {
      answer.header("Content-Length", String.valueOf(content.length())).body(equalTo(content));
    }
  }

  @Test
  void a_machine_that_nobody_inspects_boots_its_next_device() {
    var idle = machines.in(ProvisionState.MANAGEABLE);

    for (var mac : new String[] {idle.mac(), "52:54:00:ff:ff:fe", "nonsense"}) {
      given()
          .get("/v1/boot/mac/" + mac + "/boot.ipxe")
          .then()
          .statusCode(200)
          .body(containsString("\nexit\n"));
    }
  }

  @Test
  void a_machine_whose_BMC_alone_is_asked_boots_its_next_device() {
    var machine = machines.waiting();
    var inspection = inspection(machine);
    site.run(
        "update inspection set stage = 'starting', inspect_interface = 'redfish'"
            + " where uuid = cast(? as uuid)",
        inspection);

    get("mac/" + machine.mac() + "/boot.ipxe").statusCode(200).body(containsString("\nexit\n"));
    get(inspection + "/kernel").statusCode(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel", "ramdisk", "boot.ipxe", "inspection.iso"})
  void nothing_is_served_for_an_inspection_that_is_unknown_or_over(String file) {
    var over = inspection(machines.waiting());
    site.run("update inspection set stage = 'finished' where uuid = cast(? as uuid)", over);

    for (var inspection : new String[] {over, UUID.randomUUID().toString(), "nonsense"}) {
      get(inspection + "/" + file).statusCode(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/passwd", "file:///%s/../../etc/passwd"})
  void files_outside_the_folder_of_images_are_not_read(String url) {
    var machine = machines.waiting();
    var driverInfo =
        "{\"deploy_kernel\": \"%s\", \"deploy_ramdisk\": \"%s\"}"
            .formatted(url.formatted("tmp"), url.formatted("tmp"));
    site.run(
        "update node set driver_info = cast(? as jsonb) where uuid = cast(? as uuid)",
        driverInfo,
        machine.node().toString());

    try (var log = CapturedLog.of(ImageCache.class)) {
      get(inspection(machine) + "/kernel")
          .statusCode(503)
          .body("error_message", not(containsString("passwd")));
      assertThat(log.lines()).anyMatch(line -> line.contains("assay.boot.image-folder"));
    }
  }

  @Test
  void the_address_of_an_image_that_cannot_be_used_is_not_told() {
    var machine = machines.waiting();
    site.run(
        "update node set driver_info = cast(? as jsonb) where uuid = cast(? as uuid)",
        "{\"deploy_kernel\": \"http://u:s3cret@h/k\", \"deploy_ramdisk\": \"http://h/r\"}",
        machine.node().toString());

    for (var path :
        new String[] {"mac/" + machine.mac() + "/boot.ipxe", inspection(machine) + "/kernel"}) {
      get(path)
          .statusCode(503)
          .body("error_message", containsString("the log of the API tells why"))
          .body("error_message", not(containsString("s3cret")));
    }
  }

  @Test
  void nothing_can_be_written() {
    for (var method : new String[] {"PUT", "POST", "DELETE", "PATCH"}) {
      var status =
          given()
              .body("{}".getBytes(StandardCharsets.UTF_8))
              .request(method, "/v1/boot/" + inspection(machines.waiting()) + "/kernel")
              .statusCode();
      assertThat(status).as(method).isBetween(400, 499);
    }
  }

  private static ValidatableResponse get(String path) {
    return given().get("/v1/boot/" + path).then();
  }

  private String inspection(Machines.Machine machine) {
    return String.valueOf(
        site.ask(
            "select cast(i.uuid as text) from inspection i join node n on n.id = i.node_id"
                + " where n.uuid = cast(? as uuid)",
            machine.node().toString()));
  }
}
