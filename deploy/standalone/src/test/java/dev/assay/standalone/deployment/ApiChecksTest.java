package dev.assay.standalone.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.assay.doctor.Finding.Result;
import dev.assay.standalone.client.Api;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Checks of an API that is not as it should be; a right one is in DeploymentDoctorIT. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ApiChecksTest {
  private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
  private final HttpServer server;
  private final String url;
  @AutoClose private final Probe probe = new Probe(Optional.empty());
  private volatile String link = "";
  private volatile boolean believesHeaders;

  ApiChecksTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    url = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @BeforeEach
  void start() {
    link = url + "/v1/";
    server.createContext(
        "/",
        exchange -> {
          var path = exchange.getRequestURI().getPath();
          var forged = exchange.getRequestHeaders().getFirst("X-Forwarded-Host");
          var shown = believesHeaders && forged != null ? "http://" + forged + "/v1/" : link;
          var body =
              "{\"links\": [{\"href\": \"%s\"}]}".formatted(shown).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(statuses.getOrDefault(path, 200), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void an_API_without_passwords_is_an_error_unless_only_this_host_reaches_it() throws Exception {
    assertThat(checks().authentication().result()).isEqualTo(Result.WARNING);
    statuses.put("/v1/nodes", 401);
    assertThat(checks().authentication().result()).isEqualTo(Result.OK);
  }

  @Test
  void links_that_clients_do_not_use_are_told() throws Exception {
    assertThat(checks().publicUrl().result()).isEqualTo(Result.OK);
    link = "http://10.0.0.1:6385/v1/";
    assertThat(checks().publicUrl().result()).isEqualTo(Result.WARNING);
    assertThat(checks().publicUrl().detail())
        .isEqualTo(
            "Links in responses begin with http://10.0.0.1:6385, while clients use %s."
                .formatted(url));
  }

  @Test
  void an_API_that_believes_everybody_is_told() throws Exception {
    assertThat(checks().forgedHeaders().result()).isEqualTo(Result.OK);
    believesHeaders = true;
    assertThat(checks().forgedHeaders().result()).isEqualTo(Result.WARNING);
  }

  @Test
  void metrics_that_the_load_balancer_hides_are_right() throws Exception {
    assertThat(checks().internalPaths().result()).isEqualTo(Result.SKIPPED);
    statuses.put("/q/metrics", 404);
    assertThat(checks().internalPaths().result()).isEqualTo(Result.OK);
  }

  @Test
  void a_callback_URL_where_no_API_answers_is_told() throws Exception {
    assertThat(checks().callback("").result()).isEqualTo(Result.SKIPPED);
    assertThat(checks().callback("http://127.0.0.1:1").detail())
        .contains("does not work from here");
    statuses.put("/v1", 404);
    assertThat(checks().callback(url).detail()).contains("answered with 404");
  }

  @Test
  void of_an_API_that_does_not_answer_nothing_else_is_checked() {
    try (var api = new Api("http://127.0.0.1:1")) {
      var findings = new ApiChecks("http://127.0.0.1:1", api, probe, Clock.systemUTC()).all();
      assertThat(findings).hasSize(1);
      assertThat(findings.getFirst().result()).isEqualTo(Result.FAILED);
    }
  }

  private ApiChecks checks() {
    return new ApiChecks(url, new Api(url), probe, Clock.systemUTC());
  }
}
