package dev.assay.api.authentication;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.NoBroker;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(BasicAuthenticationHttpTest.WithPasswords.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class AuditLogTest {
  private record Line(String text, @Nullable String requestId) {}

  private static final PatternFormatter MESSAGE = new PatternFormatter("%s");

  private final Queue<Line> lines = new ConcurrentLinkedQueue<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          var known = ExtLogRecord.wrap(line);
          lines.add(new Line(MESSAGE.format(known), known.getMdc("request_id")));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    Logger.getLogger("dev.assay.audit").addHandler(handler);
  }

  @AfterEach
  void leave() {
    Logger.getLogger("dev.assay.audit").removeHandler(handler);
  }

  @ParameterizedTest(name = "{0} {1} by {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "POST,   /v1/nodes,                     alice,   by alice (admin): 400",
        "DELETE, /v1/nodes/x,                   alice,   by alice (admin): 404",
        "PATCH,  /v1/nodes/x,                   watcher, by watcher (observer): 403",
        "PUT,    /v1/nodes/x/states/provision,  -,       by nobody known: 401",
        "POST,   /v1/continue_inspection,       -,       by ramdisk: 400",
        "DELETE, /v1/nodes/a%0Ab,               alice,   by alice (admin): 4",
      })
  void a_request_that_would_change_something_leaves_a_line(
      String method, String path, @Nullable String user, String end) {
    var answer = send(method, path, user);
    await().until(() -> !lines.isEmpty());
    var line = lines.element();
    assertThat(line.text())
        .startsWith(method + " " + path + " from 127.0.0.1 " + end)
        .doesNotContain("\n");
    assertThat(line.requestId()).isEqualTo(answer);
    assertThat(lines).hasSize(1);
  }

  @Test
  void reading_and_heartbeats_leave_none() {
    send("GET", "/v1/drivers", "alice");
    send("POST", "/v1/heartbeat/abc", null);
    send("DELETE", "/v1/nodes/the-last", "alice"); // the lines come in order
    await().until(() -> !lines.isEmpty());
    assertThat(List.copyOf(lines))
        .singleElement()
        .satisfies(line -> assertThat(line.text()).contains("the-last"));
  }

  private static String send(String method, String path, @Nullable String user) {
    var request = given().urlEncodingEnabled(false).contentType("application/json").body("{}");
    if (user != null) {
      request.auth().preemptive().basic(user, "secret");
    }
    return request.request(method, path).header("openstack-request-id");
  }
}
