package dev.assay.api.authentication;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.assay.api.testing.NoBroker;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.elytron.security.common.BcryptUtil;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of spec api.md 7. */
@QuarkusTest
@TestProfile(BasicAuthenticationHttpTest.WithPasswords.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BasicAuthenticationHttpTest {
  /** With http_basic; alice is an administrator, watcher an observer. */
  public static final class WithPasswords implements QuarkusTestProfile {
    @Override
    public List<TestResourceEntry> testResources() {
      return List.of(new TestResourceEntry(PasswordFileOnDisk.class));
    }
  }

  /** The htpasswd file with both users. */
  public static final class PasswordFileOnDisk implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
      try {
        var file = Files.createTempFile("htpasswd", "");
        file.toFile().deleteOnExit();
        var hash = BcryptUtil.bcryptHash("secret", 4);
        Files.writeString(file, "alice:" + hash + "\nwatcher:" + hash + "\n");
        return Map.of(
            "assay.api.auth-strategy", "http_basic",
            "assay.api.http-basic-auth-user-file", file.toString(),
            "assay.api.observers", "watcher",
            "assay.api.enable-proxy-headers-parsing", "true");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void stop() {}
  }

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
