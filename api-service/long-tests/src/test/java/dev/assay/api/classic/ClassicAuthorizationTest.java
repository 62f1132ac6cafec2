package dev.assay.api.classic;

import static dev.assay.api.testing.Answers.json;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

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

/** Who may call the classic API, docs/spec/inspector-compat.md 1; and proxies in front of it. */
@QuarkusTest
@TestProfile(WithPasswords.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicAuthorizationTest {
  /** A 404 or 405 stands for a call that was allowed and found nothing. */
  @ParameterizedTest(name = "{0} {1} by {2}: {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "GET,    /,                                     -,       200",
        "GET,    /v1,                                   -,       200",
        "GET,    /v1/,                                  -,       200",
        "GET,    /v2,                                   -,       401",
        "GET,    /v1/rules,                             -,       401",
        "GET,    /v1/continue/../rules,                 -,       401",
        "GET,    /v1/rules,                             nobody,  401",
        "GET,    /v1/rules,                             watcher, 403",
        "GET,    /v1/rules;x=1,                         watcher, 404",
        "GET,    /v1/rules/x,                           watcher, 403",
        "POST,   /v1/rules,                             watcher, 403",
        "DELETE, /v1/rules,                             watcher, 403",
        "DELETE, /v1/rules/x,                           watcher, 403",
        "GET,    /v1/introspection/x/data,              watcher, 403",
        "GET,    /v1/introspection/x/data;x=1,          watcher, 404",
        "GET,    /v1/introspection/x/data/unprocessed,  watcher, 403",
        "POST,   /v1/introspection/x/data/unprocessed,  watcher, 403",
        "POST,   /v1/introspection/x,                   watcher, 403",
        "POST,   /v1/introspection/x/abort,             watcher, 403",
        "GET,    /v2,                                   watcher, 404",
        "GET,    /v1/rules,                             alice,   200",
        "GET,    /v1/rules/x,                           alice,   404",
        "POST,   /v1/rules,                             alice,   400",
      })
  void who_may_do_what(String method, String path, @Nullable String user, int status) {
    var request = ClassicSite.onMainPort();
    if (user != null) {
      request.auth().preemptive().basic(user, "secret");
    }

    var answer = request.request(method, path);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    assertThat(answer.header(ClassicSite.MAX)).isEqualTo("1.18");
    if (status >= 400) {
      assertThat(json(answer).properties()).hasSize(1);
      assertThat(json(answer).path("error").properties()).hasSize(1);
      assertThat(json(answer).path("error").path("message").asText()).isNotBlank();
    }
  }

  @Test
  void links_follow_the_proxy() {
    var answer =
        ClassicSite.onMainPort()
            .header("X-Forwarded-Proto", "https")
            .header("X-Forwarded-Host", "lab.example")
            .header("X-Forwarded-Prefix", "/metal")
            .get("/");

    assertThat(link(answer)).isEqualTo("https://lab.example/metal/inspector/v1");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "X-Forwarded-Proto,  1",
    "X-Forwarded-Host,   lab example",
    "X-Forwarded-Host,   [::1",
    "X-Forwarded-Host,   /",
    "X-Forwarded-Prefix, /<metal>",
    "X-Forwarded-Prefix, /%zz",
    "Forwarded,          host=<lab>",
  })
  void links_do_not_follow_a_proxy_whose_values_make_no_address(String header, String value) {
    var answer = ClassicSite.onMainPort().header(header, value).get("/");

    assertThat(link(answer)).isEqualTo(link(ClassicSite.onMainPort().get("/")));
  }

  private static String link(Response answer) {
    return ok(answer, 200).at("/versions/0/links/0/href").asText();
  }
}
