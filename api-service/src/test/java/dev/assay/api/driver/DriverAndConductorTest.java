package dev.assay.api.driver;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.assay.api.testing.NoBroker;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.DriverDescription.Property;
import dev.assay.hardware.InterfaceType;
import dev.assay.registration.Conductors;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The drivers and conductors of spec api.md 16. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DriverAndConductorTest {
  @Inject Conductors conductors;

  @BeforeEach
  void register() {
    var metal =
        new DriverDescription(
            "test-metal",
            Map.of(
                InterfaceType.BOOT, List.of("ipxe", "pxe"),
                InterfaceType.FIRMWARE, List.of("no-firmware")),
            Map.of("metal_address", new Property("where it is", true)),
            Set.of(),
            List.of());
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              conductors.register("t1.example", "", List.of(metal), Duration.ofHours(1));
              conductors.register("t2.example", "rack2", List.of(metal), Duration.ofHours(1));
              conductors.register("t3.example", "", List.of(), Duration.ofHours(1));
              conductors.leave("t3.example");
            });
  }

  @Test
  void drivers_of_living_conductors_are_listed() {
    get("1.115", "/v1/drivers")
        .statusCode(200)
        .body(
            "drivers.find { it.name == 'test-metal' }.hosts", contains("t1.example", "t2.example"))
        .body("drivers.find { it.name == 'test-metal' }.type", equalTo("dynamic"))
        .body("drivers.find { it.name == 'test-metal' }.default_boot_interface", nullValue());
  }

  @Test
  void detail_tells_the_interfaces() {
    get("1.85", "/v1/drivers?detail=true")
        .body("drivers.find { it.name == 'test-metal' }.default_boot_interface", equalTo("ipxe"))
        .body(
            "drivers.find { it.name == 'test-metal' }.enabled_boot_interfaces",
            contains("ipxe", "pxe"))
        .body("drivers.find { it.name == 'test-metal' }.default_firmware_interface", nullValue());
    get("1.86", "/v1/drivers/test-metal")
        .body("default_firmware_interface", equalTo("no-firmware"))
        .body("links[0].href", containsString("/v1/drivers/test-metal"));
  }

  @ParameterizedTest(name = "{1} at {0}: {2}")
  @CsvSource({
    "1.29, /v1/drivers?detail=true,                 406",
    "1.29, /v1/drivers?type=dynamic,                406",
    "1.30, /v1/drivers?type=classic,                200",
    "1.30, /v1/drivers?type=other,                  400",
    "1.30, /v1/drivers?detail=maybe,                400",
    "1.76, /v1/drivers?fields=name,                 406",
    "1.77, /v1/drivers?fields=name,                 200",
    "1.77, /v1/drivers?fields=other,                400",
    "1.77, '/v1/drivers?fields=name&detail=true',   400",
    "1.1,  /v1/drivers/none,                        404",
    "1.1,  /v1/drivers/test-metal/properties,       200",
    "1.1,  /v1/drivers/test-metal/vendor_passthru,  404",
    "1.48, /v1/conductors,                          404",
    "1.49, /v1/conductors,                          200",
    "1.49, /v1/conductors/none,                     404",
    "1.49, /v1/conductors?marker=none,              404",
    "1.49, /v1/conductors?sort_key=drivers,         400",
    "1.49, /v1/conductors?sort_dir=up,              400",
    "1.49, /v1/conductors?limit=0,                  400",
    "1.49, /v1/conductors?limit=-1,                 400",
    "1.49, /v1/conductors?limit=x,                  400",
    "1.49, /v1/conductors?limit=99999,              200",
    "1.49, '/v1/conductors?limit=0&limit=1',        200",
    "1.49, '/v1/conductors?fields=alive&detail=1',  400",
  })
  void queries_are_checked(String version, String path, int status) {
    get(version, path).statusCode(status);
  }

  @Test
  void properties_are_described() {
    get("1.115", "/v1/drivers/test-metal/properties").body("metal_address", equalTo("where it is"));
    get("1.115", "/v1/drivers?type=classic").body("drivers", empty());
    get("1.115", "/v1/drivers?fields=name")
        .body("drivers.find { it.name == 'test-metal' }.links", notNullValue())
        .body("drivers.find { it.name == 'test-metal' }.hosts", nullValue());
  }

  @Test
  void a_dead_conductor_is_shown_as_such() {
    get("1.49", "/v1/conductors/t3.example")
        .body("alive", equalTo(false))
        .body("drivers", empty())
        .body("created_at", matchesPattern("[0-9T:.-]+\\+00:00"));
    get("1.49", "/v1/conductors/t2.example")
        .body("alive", equalTo(true))
        .body("conductor_group", equalTo("rack2"));
  }

  @Test
  void pages_follow_each_other_with_every_parameter() {
    var next =
        get("1.49", "/v1/conductors?limit=2&sort_dir=desc&detail=True")
            .body("conductors.hostname", contains("t3.example", "t2.example"))
            .extract()
            .<String>path("next");
    var path = next.substring(next.indexOf("/v1/"));
    get("1.49", path)
        .body("conductors[0].hostname", equalTo("t1.example"))
        .body("conductors[0].drivers", contains("test-metal"));
    get("1.49", "/v1/conductors?limit=2&marker=t2.example")
        .body("conductors.hostname", contains("t3.example"))
        .body("next", nullValue());
  }

  private static ValidatableResponse get(String version, String path) {
    return given().header("X-OpenStack-Ironic-API-Version", version).get(path).then();
  }
}
