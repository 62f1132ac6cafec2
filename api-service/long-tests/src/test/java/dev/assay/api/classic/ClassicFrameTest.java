package dev.assay.api.classic;

import static dev.assay.api.testing.Answers.json;
import static dev.assay.api.testing.Answers.ok;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.api.testing.RawHttp;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every answer of the classic API has, docs/spec/inspector-compat.md 1 and 2. */
@QuarkusTest
@TestProfile(OptionalFeatures.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicFrameTest {
  private record Place(RequestSpecification request, String base) {}

  private static Stream<Place> places() {
    return Stream.of(
        new Place(
            ClassicSite.onMainPort(), "http://127.0.0.1:%d/inspector".formatted(RestAssured.port)),
        new Place(ClassicSite.onOwnPort(), "http://localhost:%d".formatted(ClassicSite.port())));
  }

  @BeforeEach
  void listens() {
    await().ignoreExceptions().until(() -> ClassicSite.onOwnPort().get("/").statusCode() == 200);
  }

  private static void requireFrame(Response answer) {
    assertThat(answer.header(ClassicSite.MIN)).isEqualTo("1.0");
    assertThat(answer.header(ClassicSite.MAX)).isEqualTo("1.18");
    assertThat(answer.header("openstack-request-id")).startsWith("req-");
    assertThat(answer.headers().asList())
        .noneMatch(header -> header.getName().startsWith("X-OpenStack-Ironic-API"));
  }

  private static void requireError(Response answer, int status) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    requireFrame(answer);
    if (!answer.asString().isEmpty()) {
      assertThat(answer.contentType()).startsWith("application/json");
      assertThat(json(answer).properties()).hasSize(1);
      assertThat(json(answer).path("error").path("message").asText()).isNotBlank();
    }
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "GET,    /v2,                 404",
    "GET,    /v1/unknown,         404",
    "DELETE, /v1/unknown/a,       404",
    "GET,    /v1/nodes,           404",
    "GET,    /q/health,           404",
    "GET,    /v1/%2e%2e,          404",
    "GET,    /v1/rules;x=1,       404",
    "POST,   /v1/continue;x=1,    404",
    "POST,   /,                   405",
    "PUT,    /v1,                 405",
    "HEAD,   /v1/unknown,         404",
  })
  void every_refusal_has_the_form_and_the_versions(String method, String path, int status) {
    for (var place : places().toList()) {
      requireError(place.request().request(method, path), status);
    }
  }

  @Test
  void the_root_has_the_newest_version() {
    for (var place : places().toList()) {
      var answer = place.request().get("/");

      requireFrame(answer);
      assertThat(ok(answer, 200).toString())
          .isEqualTo(
              "{\"versions\":[{\"id\":\"1.18\",\"status\":\"CURRENT\",\"links\":[{\"rel\":\"self\",\"href\":\"%s/v1\"}]}]}"
                  .formatted(place.base()));
    }
  }

  @Test
  void version_1_has_the_resources_with_and_without_a_slash() {
    for (var place : places().toList()) {
      for (var path : new String[] {"/v1", "/v1/"}) {
        var resources = ok(place.request().get(path), 200).path("resources");

        assertThat(resources)
            .extracting(it -> it.path("name").asText())
            .containsExactly("continue", "introspection", "rules");
        assertThat(resources)
            .extracting(it -> it.path("links").path(0).path("href").asText())
            .containsExactly(
                place.base() + "/v1/continue",
                place.base() + "/v1/introspection",
                place.base() + "/v1/rules");
      }
    }
  }

  @Test
  void another_version_is_not_found() {
    var answer = ClassicSite.onMainPort().get("/v2");

    assertThat(message(answer)).isEqualTo("Version v2 not found.");
  }

  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "-,      -,                              200, -",
        "1.0,    -,                              200, -",
        "1.18,   -,                              200, -",
        "latest, -,                              200, -",
        "-,      baremetal-introspection 1.5,    200, -",
        "-,      baremetal-introspection latest, 200, -",
        "-,      baremetal 9.9,                  200, -",
        "1.1,    baremetal-introspection 9.9,    200, -",
        "1.19,   -,      406, 'Unsupported API version 1.19, supported range is 1.0 to 1.18'",
        "2.0,    -,      406, 'Unsupported API version 2.0, supported range is 1.0 to 1.18'",
        "-,      baremetal-introspection 0.9, 406, 'Unsupported API version 0.9, supported range is 1.0 to 1.18'",
        "junk,   -,      400, 'Malformed API version in header X-OpenStack-Ironic-Inspector-API-Version: expected 1.N or latest.'",
        "1,      -,      400, 'Malformed API version in header X-OpenStack-Ironic-Inspector-API-Version: expected 1.N or latest.'",
      })
  void the_version_is_negotiated(String own, String common, int status, String message) {
    var request = ClassicSite.onMainPort();
    if (own != null) {
      request.header(ClassicSite.VERSION, own);
    }
    if (common != null) {
      request.header("OpenStack-API-Version", common);
    }

    var answer = request.get("/v1");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    requireFrame(answer);
    if (message != null) {
      assertThat(message(answer)).isEqualTo(message);
    }
  }

  @Test
  void a_path_that_cannot_be_decoded_is_400_in_the_form() throws IOException {
    var answer =
        RawHttp.exchange(RawHttp.request("GET /inspector/v1/%zz HTTP/1.1", "Host: localhost"));

    assertThat(answer).contains(" 400 ").contains(ClassicSite.MAX + ": 1.18");
    assertThat(answer).contains("{\"error\":{\"message\":");
  }

  @Test
  void a_long_body_is_refused_in_the_form() {
    var answer = ClassicSite.onMainPort().body("x".repeat(2 << 20)).post("/v1/rules");

    requireError(answer, 413);
  }

  @Test
  void the_other_api_is_not_on_its_port_and_keeps_its_own_form() throws IOException {
    var answer = given().get("/v1/unknown");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.header(ClassicSite.MAX)).isNull();
    assertThat(answer.header("X-OpenStack-Ironic-API-Maximum-Version")).isEqualTo("1.115");
    assertThat(json(answer).has("error_message")).isTrue();
    assertThat(RawHttp.exchange(RawHttp.request("GET /inspectorx HTTP/1.1", "Host: localhost")))
        .contains("404")
        .contains("X-OpenStack-Ironic-API-Maximum-Version");
  }

  private static String message(Response answer) {
    JsonNode body = json(answer);
    return body.path("error").path("message").asText();
  }
}
