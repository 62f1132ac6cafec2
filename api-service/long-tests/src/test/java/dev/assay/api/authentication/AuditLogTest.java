package dev.assay.api.authentication;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.WithPasswords;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(WithPasswords.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class AuditLogTest {
  /** The lines, each after the request id and a bar. */
  private final CapturedLog log = CapturedLog.of("dev.assay.audit", "%X{request_id}|%s");

  @AfterEach
  void leave() {
    log.close();
  }

  @ParameterizedTest(name = "{0} {1} by {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "POST,   /v1/nodes,                     alice,   by alice (admin): 400",
        "DELETE, /v1/nodes/x,                   alice,   by alice (admin): 404",
        "PATCH,  /v1/nodes/x,                   watcher, by watcher (observer): 403",
        "PUT,    /v1/nodes/x/states/provision,  -,       by unauthenticated: 401",
        "POST,   /v1/continue_inspection,       -,       by ramdisk: 400",
        "DELETE, /v1/nodes/a%0Ab,               alice,   by alice (admin): 4",
      })
  void a_request_that_would_change_something_leaves_a_line(
      String method, String path, @Nullable String user, String end) {
    var answer = send(method, path, user);
    await().until(() -> !log.lines().isEmpty());
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith(answer + "|" + method + " " + path + " from 127.0.0.1 " + end)
        .doesNotContain("\n");
  }

  @Test
  void reading_and_heartbeats_leave_none() {
    send("GET", "/v1/drivers", "alice");
    send("POST", "/v1/heartbeat/abc", null);
    send("DELETE", "/v1/nodes/the-last", "alice"); // the lines come in order
    await().until(() -> !log.lines().isEmpty());
    assertThat(log.lines()).singleElement().asString().contains("the-last");
  }

  private static String send(String method, String path, @Nullable String user) {
    var request = given().urlEncodingEnabled(false).contentType("application/json").body("{}");
    if (user != null) {
      request.auth().preemptive().basic(user, "secret");
    }
    return request.request(method, path).header("openstack-request-id");
  }
}
