package dev.assay.api.pipeline;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.anything;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.assay.api.testing.NoBroker;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestPipelineTest {
  private static final String VERSION = "X-OpenStack-Ironic-API-Version";

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "GET,     /,                             200",
    "HEAD,    /,                             200",
    "GET,     /v1,                           200",
    "GET,     /v1/,                          200",
    "HEAD,    /v1,                           200",
    "POST,    /v1,                           405",
    "GET,     /drivers,                      200",
    "GET,     /v1/drivers/,                  200",
    "GET,     /v1/drivers.json,              200",
    "HEAD,    /v1/drivers,                   200",
    "PUT,     /v1/drivers,                   405",
    "GET,     /v1/drivers?x=1,               400",
    "GET,     /v1/drivers/?x=1,              400",
    "GET,     /drivers?x=1,                  400",
    "GET,     /v1/nodes/?limit=x,            400",
    "GET,     /v1/drivers/none,              404",
    "GET,     /v1/unknown,                   404",
    "GET,     /unknown/a/b,                  404",
    "DELETE,  /v1/unknown,                   404",
    "GET,     /v1/nodes/x/bios,              404",
    "GET,     /v1/nodes/x/vifs,              404",
    "POST,    /v1/nodes/x/vifs,              404",
    "GET,     /v1/chassis,                   200",
    "GET,     /v1/shards,                    404",
    "POST,    /v1/heartbeat,                 404",
    "POST,    /v1/events,                    404",
    "GET,     /v1/conductors,                404",
    "GET,     /v1/lookup,                    404",
    "GET,     /v1/continue_inspection,       405",
    "PATCH,   //,                            405",
  })
  void every_answer_tells_the_versions_and_the_request(String method, String path, int status) {
    given()
        .urlEncodingEnabled(false)
        .when()
        .request(method, path)
        .then()
        .statusCode(status)
        .header("X-OpenStack-Ironic-API-Minimum-Version", "1.1")
        .header("X-OpenStack-Ironic-API-Maximum-Version", "1.115")
        .header(VERSION, "1.1")
        .header("openstack-request-id", matchesPattern("req-[0-9a-f-]{36}"))
        .header("x-openstack-request-id", matchesPattern("req-[0-9a-f-]{36}"))
        .header(
            "Content-Type",
            method.equals("HEAD") ? anything() : containsString("application/json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/..", "/v1/nodes/%2e%2e", "/v1/%2E./v1/nodes", "/v1/nodes/..%2fx"})
  void a_path_that_climbs_is_not_found(String path) {
    given()
        .urlEncodingEnabled(false)
        .when()
        .get(path)
        .then()
        .statusCode(404)
        .header(VERSION, "1.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/v1", "/v1/drivers", "/v1/unknown", "/v1/continue_inspection"})
  void a_version_that_is_none_is_406_everywhere(String path) {
    given()
        .header(VERSION, "junk")
        .when()
        .get(path)
        .then()
        .statusCode(406)
        .header("X-OpenStack-Ironic-API-Maximum-Version", "1.115")
        .header(VERSION, nullValue())
        .body("error_message", containsString("\"code\":406"))
        .body("error_message", containsString("\"title\":\"Not Acceptable\""));
  }

  @Test
  void a_version_out_of_range_is_406_with_the_range() {
    given()
        .header("OpenStack-API-Version", "baremetal 1.116")
        .get("/v1/drivers")
        .then()
        .statusCode(406)
        .body(
            "error_message",
            containsString(
                "Version 1.116 was requested but the minor version is not supported by this"
                    + " service. The supported version range is: [1.1, 1.115]."));
  }

  @Test
  void a_field_newer_than_the_version_is_406_with_a_fault() {
    given()
        .header(VERSION, "1.76")
        .get("/v1/drivers?fields=name")
        .then()
        .statusCode(406)
        .header(VERSION, "1.76")
        .body("error_message", containsString("\"faultcode\":\"Client\""));
  }

  @Test
  void a_method_that_is_not_there_names_the_others() {
    given().delete("/v1/drivers").then().statusCode(405).header("Allow", equalTo("GET, HEAD"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "GET,  /v1;x=1",
    "GET,  /v1/drivers;x=1",
    "GET,  /v1/drivers;",
    "GET,  /v1/drivers/;x=1",
    "GET,  /v1;x=1/drivers",
    "GET,  /drivers;x=1",
    "POST, /v1/continue_inspection;x=1",
  })
  void a_path_with_matrix_parameters_is_not_found(String method, String path) {
    given()
        .urlEncodingEnabled(false)
        .when()
        .request(method, path)
        .then()
        .statusCode(404)
        .header(VERSION, "1.1")
        .body("error_message", containsString("A path with ; is no resource."));
  }

  @Test
  void an_encoded_semicolon_does_not_end_a_path() {
    given().urlEncodingEnabled(false).get("/v1/drivers%3Bx=1").then().statusCode(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/xml", "*/*", "junk"})
  void every_answer_is_json_whatever_is_wanted(String accept) {
    given()
        .header("Accept", accept)
        .get("/v1/drivers")
        .then()
        .statusCode(200)
        .contentType(ContentType.JSON);
  }

  @Test
  void the_root_names_the_versions() {
    given()
        .get("/")
        .then()
        .body("name", equalTo("OpenStack Ironic API"))
        .body("default_version.id", equalTo("v1"))
        .body("default_version.version", equalTo("1.115"))
        .body("default_version.min_version", equalTo("1.1"))
        .body("default_version.status", equalTo("CURRENT"))
        .body("versions[0].links[0].href", matchesPattern("http://[^/]+/v1/"));
  }

  @ParameterizedTest(name = "{1} at 1.{0}: {2}")
  @CsvSource({
    "1, nodes, true",
    "1, chassis, true",
    "21, lookup, false",
    "22, lookup, true",
    "22, heartbeat, true",
    "81, shards, false",
    "82, shards, true",
    "48, conductors, false",
    "49, conductors, true",
    "83, continue_inspection, false",
    "84, continue_inspection, true",
  })
  void v1_lists_what_the_version_has(int minor, String resource, boolean there) {
    given()
        .header(VERSION, "1." + minor)
        .get("/v1")
        .then()
        .body("version.version", equalTo("1.115"))
        .body(resource, there ? notNullValue() : nullValue());
  }

  @ParameterizedTest(name = "{0} bytes to {1}: {2}")
  @CsvSource({
    "1048577,  /v1/drivers,                     413",
    "1048577,  /v1/unknown,                     413",
    "16777217, /v1/continue_inspection,         413",
    "16777216, /v1/continue_inspection,         400",
    "1048577,  /v1/heartbeat/x,                 413",
  })
  void a_body_beyond_the_limit_is_413_in_the_flat_form(int size, String path, int status) {
    var answer =
        given()
            .contentType("application/json")
            .body(new byte[size])
            .post(path)
            .then()
            .statusCode(status);
    if (status == 413) {
      answer.body("faultcode", equalTo("Client")).body("faultstring", containsString("KiB"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/octet-stream", "junk"})
  void a_body_of_another_type_is_415(String type) {
    given()
        .header("Content-Type", type)
        .body(new byte[] {'{', '}'})
        .post("/v1/continue_inspection")
        .then()
        .statusCode(415)
        .body("error_message", containsString("application/json"));
  }

  @Test
  void without_cors_configured_no_origin_is_let_in() {
    given()
        .header("Origin", "https://console.example")
        .get("/v1")
        .then()
        .header("Access-Control-Allow-Origin", nullValue());
  }

  @Test
  void health_and_metrics_are_answered_without_a_broker() {
    given().get("/q/health/ready").then().statusCode(200).body("status", equalTo("UP"));
    given().get("/q/metrics").then().statusCode(200).body(not(emptyString()));
  }

  @Test
  void links_follow_the_host_of_the_request() {
    given()
        .header("Host", "localhost:1234")
        .get("/v1")
        .then()
        .body("nodes.href", hasItem("http://localhost:1234/v1/nodes/"))
        .body("nodes.href", hasItem("http://localhost:1234/nodes/"));
  }
}
