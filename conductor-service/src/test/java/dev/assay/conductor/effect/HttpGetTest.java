package dev.assay.conductor.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.assay.rule.ApiCall;
import dev.assay.rule.action.AllowedHosts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 10.1: one attempt. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HttpGetTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final Map<String, String> TOKEN = Map.of("X-Auth", "my-own-token");

  private final LocalServer server = new LocalServer();
  private final LocalServer other = new LocalServer();
  private final HttpGet http = new HttpGet(AllowedHosts.of(List.of("127.0.0.1")), () -> NOW);

  HttpGetTest() throws IOException {}

  @AfterEach
  void stop() {
    server.close();
    other.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/200",
        "/204",
        "/299",
        "/301?/200",
        "/302?200",
        "/303?/204",
        "/307?/308?/302?/200",
        "/endless"
      })
  void succeeds_with_2xx_also_behind_redirects_whatever_the_body(String target) {
    assertThat(http.attempt(server.call(target, 0))).isEqualTo(new Attempt.Succeeded());
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504})
  void may_succeed_later_after_some_statuses(int status) {
    assertThat(http.attempt(server.call("/" + status, 0)))
        .isEqualTo(new Attempt.Failed("the answer was status " + status, Duration.ZERO));
    assertThat(http.attempt(server.call("/302?/" + status, 0)))
        .isEqualTo(new Attempt.Failed("the answer was status " + status, Duration.ZERO));
    assertThat(http.attempt(server.call("/" + status + "?7", 0)))
        .isEqualTo(new Attempt.Failed("the answer was status " + status, Duration.ofSeconds(7)));
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 302, 304, 400, 401, 403, 404, 407, 408, 425, 501, 505, 511})
  void is_refused_by_the_others_and_by_a_redirect_to_nowhere(int status) {
    assertThat(http.attempt(server.call("/" + status, 0)))
        .isEqualTo(new Attempt.Refused("the answer was status " + status));
  }

  @ParameterizedTest(name = "a redirect to {0}")
  @CsvSource({
    "http://evil.example.org/x?y, 'host evil.example.org is not listed in assay.inspection-rules.api-call-hosts'",
    "//evil.example.org/x,        'host evil.example.org is not listed in assay.inspection-rules.api-call-hosts'",
    "http://127.0.0.1@evil.org/,  'it must be an http or https URL with a host, and without a user'",
    "http://me:secret@127.0.0.1/, 'it must be an http or https URL with a host, and without a user'",
    "file:///etc/passwd,          'it must be an http or https URL with a host, and without a user'",
    "http://[::1]/,               'host [0:0:0:0:0:0:0:1] is not listed in assay.inspection-rules.api-call-hosts'",
    "http://localhost/,           'host localhost is not listed in assay.inspection-rules.api-call-hosts'",
    "%zz,                         'not to a URL'"
  })
  void leads_to_no_host_that_is_not_allowed(String location, String why) {
    assertThat(http.attempt(server.call("/302?" + location.replace("%", "%25"), 0)))
        .isEqualTo(new Attempt.Refused(server.origin() + " redirected it, but " + why));
  }

  @Test
  void does_not_go_in_circles() {
    var target = "/302".concat("?/302".repeat(10));

    assertThat(http.attempt(server.call(target.concat("?/200"), 0)))
        .isEqualTo(new Attempt.Refused("it was redirected more than 10 times"));
    assertThat(server.received).hasSize(11);
  }

  @Test
  void its_headers_go_to_the_host_that_the_rule_names_and_to_no_other() {
    var call = server.call("/302?" + other.origin() + "/200", TOKEN, Duration.ofSeconds(5), 0);

    assertThat(http.attempt(call)).isEqualTo(new Attempt.Succeeded());
    assertThat(server.received.getFirst().headers())
        .containsEntry("X-auth", List.of("my-own-token"));
    assertThat(other.received).hasSize(1);
    assertThat(other.received.getFirst().headers()).doesNotContainKey("X-auth");
  }

  @Test
  void its_headers_follow_a_redirect_within_the_host() {
    var call = server.call("/302?/200", TOKEN, Duration.ofSeconds(5), 0);

    assertThat(http.attempt(call)).isEqualTo(new Attempt.Succeeded());
    assertThat(server.received)
        .extracting(it -> it.headers().get("X-auth"))
        .containsExactly(List.of("my-own-token"), List.of("my-own-token"));
  }

  @ParameterizedTest(name = "from {0} to {1}: {2}")
  @CsvSource({
    "http://h.org/a,      http://h.org/b,       true",
    "http://h.org/a,      https://h.org/b,      true",
    "https://h.org:444/,  https://h.org:444/b,  true",
    "https://h.org/a,     http://h.org/b,       false",
    "http://h.org/a,      http://h.org:81/b,    false",
    "http://h.org/a,      https://h.org:444/b,  false",
    "http://h.org:81/a,   https://h.org/b,      false",
    "http://h.org/a,      http://a.h.org/b,     false"
  })
  void its_headers_follow_to_the_same_host_and_port_or_from_http_to_https(
      URI first, URI target, boolean follow) {
    assertThat(HttpGet.mayHaveHeaders(first, target)).isEqualTo(follow);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/silent", "/drip", "/302?/silent"})
  void ends_at_the_timeout_whatever_is_slow(String target) {
    var call = server.call(target, Map.of(), Duration.ofMillis(300), 0);

    assertThat(http.attempt(call))
        .isEqualTo(new Attempt.Failed("no answer within 0.3 s", Duration.ZERO));
  }

  @Test
  void may_succeed_later_when_the_connection_fails_or_breaks() {
    other.close();

    assertThat(http.attempt(server.call(other.origin() + "/200", 0)))
        .isEqualTo(new Attempt.Failed("the connection failed", Duration.ZERO));
    assertThat(http.attempt(server.call("/hang-up", 0)))
        .isEqualTo(
            new Attempt.Failed("the connection broke, or the answer was not HTTP", Duration.ZERO));
  }

  @Test
  void may_succeed_later_when_a_name_is_not_known() {
    var named = new HttpGet(AllowedHosts.of(List.of("no-such-host.invalid")), () -> NOW);

    assertThat(named.attempt(server.call("http://no-such-host.invalid/", 0)))
        .isEqualTo(new Attempt.Failed("its name is not known", Duration.ZERO));
  }

  @Test
  void may_succeed_later_when_TLS_fails() throws Exception {
    var noCertificate =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    noCertificate.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
    noCertificate.start();
    try {
      var url = "https://127.0.0.1:%d/".formatted(noCertificate.getAddress().getPort());

      assertThat(http.attempt(server.call(url, 0)))
          .isEqualTo(
              new Attempt.Failed(
                  "TLS failed: is its certificate one that this Java trusts?", Duration.ZERO));
    } finally {
      noCertificate.stop(0);
    }
  }

  @Test
  void goes_through_the_proxy_of_its_scheme() {
    var named = new HttpGet(AllowedHosts.of(List.of("127.0.0.1", "hook.invalid")), () -> NOW);

    assertThat(named.attempt(proxied("http"))).isEqualTo(new Attempt.Succeeded());
    assertThat(server.targets()).containsExactly("http://hook.invalid/200");
    assertThat(named.attempt(proxied("https")))
        .isEqualTo(new Attempt.Failed("its name is not known", Duration.ZERO));
  }

  @Test
  void is_refused_when_the_options_have_changed_since_it_was_ordered() {
    var nobody = new HttpGet(AllowedHosts.of(List.of("hook.invalid")), () -> NOW);
    var why = "host 127.0.0.1 is not listed in assay.inspection-rules.api-call-hosts";

    assertThat(nobody.attempt(server.call("/200", 0))).isEqualTo(new Attempt.Refused(why));
    assertThat(nobody.attempt(proxied("http"))).isEqualTo(new Attempt.Refused(why));
    assertThat(server.received).isEmpty();
  }

  @Test
  void is_neither_done_nor_failed_when_the_conductor_stops() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> http.attempt(server.call("/silent", 0)))
        .isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  /** A call of a host that only the server knows, as a proxy for {@code scheme}. */
  private ApiCall proxied(String scheme) {
    return new ApiCall(
        URI.create("http://hook.invalid/200"),
        Map.of(),
        Map.of(scheme, URI.create(server.origin())),
        Duration.ofSeconds(5),
        0,
        0);
  }
}
