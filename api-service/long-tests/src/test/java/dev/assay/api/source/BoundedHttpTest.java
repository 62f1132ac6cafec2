package dev.assay.api.source;

import static dev.assay.api.testing.Answers.fault;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasItem;

import dev.assay.api.testing.NoBroker;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rate limits behind a proxy, with a limit low enough to be reached. */
@QuarkusTest
@TestProfile(BoundedHttpTest.Low.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BoundedHttpTest {
  /** Three requests at once, then one a second. */
  public static final class Low implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "assay.api.enable-proxy-headers-parsing", "true",
          "assay.api.unauthenticated-rate", "1",
          "assay.api.unauthenticated-burst", "3");
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "192.0.2.11, GET,  /v1/lookup?addresses=52:54:00:12:34:56, 404",
    "192.0.2.12, POST, /v1/heartbeat/abc,                      400",
    "192.0.2.13, POST, /v1/continue_inspection,                400",
    "192.0.2.14, GET,  /v1,                                    200",
    "192.0.2.15, GET,  /,                                      200",
  })
  void beyond_the_bound_an_open_endpoint_is_503_and_ramdisks_come_again(
      String source, String method, String path, int status) {
    // One token is added a second: one of so many requests certainly exceeds the limit.
    var answers = new ArrayList<Response>();
    do {
      answers.add(request(source, method, path));
    } while (answers.getLast().statusCode() != 503 && answers.size() < 1000);
    var refused = answers.removeLast();
    assertThat(answers)
        .hasSizeGreaterThanOrEqualTo(3)
        .allMatch(answer -> answer.statusCode() == status);
    assertThat(fault(refused, 503)).contains("Too many requests").contains(source);
    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(refused.header("X-OpenStack-Ironic-API-Maximum-Version")).isEqualTo("1.115");
    assertThat(request("198.51.100." + source.substring(8), method, path).statusCode())
        .isEqualTo(status);
  }

  @Test
  void a_client_behind_the_proxy_cannot_choose_its_address() {
    // The client wrote the first line, the proxy the second.
    var answers = new ArrayList<Response>();
    do {
      answers.add(
          given()
              .header("X-Forwarded-For", "203.0.113." + answers.size() % 250, "192.0.2.30")
              .get("/v1"));
    } while (answers.getLast().statusCode() != 503 && answers.size() < 1000);
    assertThat(fault(answers.getLast(), 503)).contains("192.0.2.30");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1", "junk", "unknown"})
  void a_client_behind_the_proxy_is_never_this_host(String claimed) {
    var answers = new ArrayList<Response>();
    do {
      answers.add(given().header("X-Forwarded-For", claimed).get("/v1"));
    } while (answers.getLast().statusCode() != 503 && answers.size() < 1000);
    assertThat(answers.getLast().statusCode()).isEqualTo(503);
  }

  @Test
  void links_follow_what_the_proxy_says() {
    given()
        .header("X-Forwarded-For", "192.0.2.40")
        .header("X-Forwarded-Host", "attacker.example, bmaas.example")
        .header("X-Forwarded-Proto", "https")
        .get("/v1")
        .then()
        .body("nodes.href", hasItem("https://bmaas.example/v1/nodes/"));
  }

  @Test
  void with_a_password_or_from_this_host_nothing_is_bounded() {
    for (var i = 0; i < 20; i++) {
      assertThat(request("192.0.2.20", "GET", "/v1/drivers").statusCode()).isEqualTo(200);
      assertThat(given().get("/v1").statusCode()).isEqualTo(200);
    }
  }

  private static Response request(String source, String method, String path) {
    var request =
        given()
            .header("X-Forwarded-For", "203.0.113.1, " + source)
            .header("X-OpenStack-Ironic-API-Version", path.contains("continue") ? "1.1" : "1.80");
    if (method.equals("POST")) {
      request.contentType("application/json").body("{}");
    }
    return request.request(method, path);
  }
}
