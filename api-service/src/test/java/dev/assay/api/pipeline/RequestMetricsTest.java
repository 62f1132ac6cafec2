package dev.assay.api.pipeline;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.NoBroker;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestMetricsTest {
  @Test
  void methods_that_clients_make_up_are_counted_together() {
    for (var method : new String[] {"BREW", "BREW-METERED-2"}) {
      given().request(method, "/v1/drivers").then().statusCode(405);
    }

    await()
        .untilAsserted(
            () ->
                assertThat(given().get("/q/metrics").asString())
                    .containsPattern("requests_seconds_count.*method=\"_OTHER\".*status=\"405\"")
                    .doesNotContain("BREW"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "GET,  /v1/nodes/metered-1/vifs,   404, /v1/nodes/{node}/vifs",
    "GET,  /v1/nodes/metered-1,        404, /v1/nodes/{node}",
    "POST, /v1/nodes/metered-1,        405, UNKNOWN",
    "GET,  /v1/nodes/metered-1/traits, 406, UNKNOWN",
    "GET,  /v1/drivers,          200, /v1/drivers",
  })
  void a_request_is_counted_by_its_declared_path(
      String method, String path, int status, String uri) {
    given()
        .header("X-OpenStack-Ironic-API-Version", status == 406 ? "9.9" : "1.80")
        .request(method, path)
        .then()
        .statusCode(status);

    var counted = "method=\"%s\",outcome=.*status=\"%d\",uri=\"%s\"".formatted(method, status, uri);
    await()
        .untilAsserted(
            () ->
                assertThat(given().get("/q/metrics").asString())
                    .containsPattern(counted.replace("{", "\\{"))
                    .doesNotContain("metered-1"));
  }
}
