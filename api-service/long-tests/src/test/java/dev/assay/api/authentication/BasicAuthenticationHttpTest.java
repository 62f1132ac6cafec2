package dev.assay.api.authentication;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.WithPasswords;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of spec api.md 7. */
@QuarkusTest
@TestProfile(WithPasswords.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BasicAuthenticationHttpTest {
  @ParameterizedTest(name = "{0} {1} by {2}: {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "GET,    /,                       -,       200",
        "GET,    /v1,                     -,       200",
        "GET,    /v1/,                    -,       200",
        "POST,   /v1/continue_inspection, -,       400",
        "POST,   /v1/continue_inspection/, -,      400",
        "GET,    /v1/lookup,              -,       404",
        "POST,   /v1/heartbeat/a-1,       -,       404",
        "POST,   /v1/heartbeat/A_1,       -,       401",
        "GET,    /v1/drivers,             -,       401",
        "GET,    /drivers,                -,       401",
        "GET,    /v1/lookup/../drivers,   -,       401",
        "GET,    /v1/unknown,             -,       401",
        "GET,    /q/health/ready,         -,       200",
        "GET,    /openapi,                -,       200",
        "GET,    /openapi.json,           nobody,  200",
        "GET,    /openapi/x,              -,       401",
        "POST,   /openapi,                -,       401",
        "GET,    /v1/drivers,             alice,   200",
        "GET,    /v1/drivers,             watcher, 200",
        "HEAD,   /v1/drivers,             watcher, 200",
        "GET,    /v1/unknown,             watcher, 404",
        "POST,   /v1/nodes,               watcher, 403",
        "DELETE, /v1/nodes/x,             watcher, 403",
        "GET,    /v1/dead_letters,        watcher, 200",
        "POST,   /v1/dead_letters/x/replay, watcher, 403",
        "DELETE, /v1/dead_letters/x,      watcher, 403",
        "GET,    /v1/unmatched,           watcher, 200",
        "GET,    /v1/explanations?mac=52:54:00:00:00:01, watcher, 200",
        "GET,    /v1/unmatched/1be26c0b-03f2-4d2e-ae87-c02d7f33c123/data,   watcher, 403",
        "POST,   /v1/unmatched/x/replay,  watcher, 403",
        "GET,    /v1/events,              watcher, 200",
        "GET,    /v1/unmatched/1be26c0b-03f2-4d2e-ae87-c02d7f33c123/data;x, watcher, 404",
        "GET,    /v1/webhooks,            watcher, 403",
        "GET,    /v1/webhooks;x=1,        watcher, 404",
        "GET,    /v1;x=1/webhooks,        watcher, 404",
        "GET,    /v1/webhooks%3Bx=1,      watcher, 404",
        "GET,    /v1/webhooks;x=1,        alice,   404",
        "GET,    /v1/webhooks;x=1,        -,       401",
        "GET,    /v1/webhooks,            alice,   200",
        "POST,   /v1/webhooks,            watcher, 403",
        "PUT,    /v1/unknown,             watcher, 403",
        "PUT,    /v1/unknown,             alice,   404",
        "GET,    /v1/drivers,             nobody,  401",
      })
  void who_may_do_what(String method, String path, @Nullable String user, int status) {
    var request = given().urlEncodingEnabled(false);
    if (user != null) {
      request.auth().preemptive().basic(user, "secret");
    }
    request.request(method, path).then().statusCode(status);
  }

  @Test
  void without_credentials_the_challenge_is_sent() {
    given()
        .get("/v1/drivers")
        .then()
        .statusCode(401)
        .header("WWW-Authenticate", "Basic realm=\"Baremetal API\"")
        .header("X-OpenStack-Ironic-API-Maximum-Version", "1.115")
        .body("error.code", equalTo(401));
  }

  @Test
  void a_password_that_a_browser_sends_along_changes_nothing_for_a_foreign_page() {
    given()
        .auth()
        .preemptive()
        .basic("alice", "secret")
        .header("Origin", "https://evil.example")
        .delete("/v1/nodes/x")
        .then()
        .statusCode(403);
    given() // host names are not checked: browsers send no password to a page's own host
        .auth()
        .preemptive()
        .basic("alice", "secret")
        .header("Host", "some.name.example")
        .get("/v1/drivers")
        .then()
        .statusCode(200);
  }

  @Test
  void who_guesses_is_held_up_and_told_when_to_come_again() {
    var last = guess();
    for (int i = 0; i < 1000 && last.statusCode() == 401; i++) {
      last = guess();
    }
    last.then()
        .statusCode(503)
        .header("Retry-After", "2")
        .header("WWW-Authenticate", nullValue())
        .body("error_message", containsString("Too many wrong passwords"));
  }

  private static Response guess() {
    return given()
        .header("X-Forwarded-For", "192.0.2.66")
        .auth()
        .preemptive()
        .basic("guessed", "wrong")
        .get("/v1/drivers");
  }

  @Test
  void a_forwarded_host_that_makes_no_address_does_not_break_a_creation() {
    given()
        .auth()
        .preemptive()
        .basic("alice", "secret")
        .header("X-Forwarded-Host", "lab example")
        .contentType("application/json")
        .body("{}")
        .post("/v1/chassis")
        .then()
        .statusCode(201)
        .header("Location", containsString("/v1/chassis/"));
  }

  @Test
  void a_bad_password_counts_before_a_bad_version() {
    given()
        .auth()
        .preemptive()
        .basic("alice", "wrong")
        .header("X-OpenStack-Ironic-API-Version", "junk")
        .get("/v1/drivers")
        .then()
        .statusCode(401)
        .header("X-OpenStack-Ironic-API-Version", nullValue());
  }
}
