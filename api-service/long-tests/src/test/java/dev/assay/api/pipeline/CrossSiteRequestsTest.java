package dev.assay.api.pipeline;

import static dev.assay.api.testing.RawHttp.exchange;
import static dev.assay.api.testing.RawHttp.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** noauth at 127.0.0.1, and an operator whose browser shows foreign web pages. */
@QuarkusTest
@TestProfile(OptionalFeatures.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class CrossSiteRequestsTest {
  private static final String VERSION = "X-OpenStack-Ironic-API-Version: 1.80";

  @ParameterizedTest(name = "Host: {0} is answered {1}")
  @CsvSource({
    "localhost,               200",
    "localhost:6385,          200",
    "LOCALHOST.,              200",
    "127.0.0.1:6385,          200",
    "127.8.9.10,              200",
    "[::1]:6385,              200",
    "bmaas.example,           200",
    "Bmaas.Example:443,       200",
    "other.example.,          200",
    "evil.example,            403",
    "evil.example:6385,       403",
    "localhost.evil.example,  403",
    "bmaas.example.evil,      403",
    "192.0.2.7,               403",
    "[2001:db8::1]:6385,      403",
    "'',                      403",
  })
  void only_the_names_of_the_api_lead_to_it(String host, int status) throws IOException {
    assertThat(exchange(request("GET /v1/drivers HTTP/1.1", "Host: " + host)))
        .contains(" " + status + " ")
        .contains("openstack-request-id: req-");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/v1", "/v1/lookup?addresses=52:54:00:12:34:56"})
  void the_open_endpoints_are_no_exception(String path) throws IOException {
    assertThat(exchange(request("GET " + path + " HTTP/1.1", "Host: evil.example", VERSION)))
        .contains(" 403 ", "evil.example", "assay.api.allowed-hosts");
  }

  @Test
  void a_client_without_a_host_is_no_browser() throws IOException {
    assertThat(exchange("GET /v1/drivers HTTP/1.0\r\n\r\n")).contains(" 200 ");
  }

  @ParameterizedTest(name = "{0} with Origin: {1} is answered {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "DELETE /v1/nodes/x,                  -,                        404",
        "DELETE /v1/nodes/x,                  https://console.example,  404",
        "DELETE /v1/nodes/x,                  own,                      404",
        "DELETE /v1/nodes/x,                  https://evil.example,     403",
        "DELETE /v1/nodes/x,                  http://localhost:1,       403",
        "DELETE /v1/nodes/x,                  http://localhost,         403",
        "DELETE /v1/nodes/x,                  https://console.example.evil, 403",
        "DELETE /v1/nodes/x,                  null,                     403",
        "DELETE /v1/nodes/x,                  '',                       403",
        "POST /v1/continue_inspection,        https://evil.example,     403",
        "POST /v1/heartbeat/x,                https://evil.example,     403",
        "PUT /v1/nodes/x/states/provision,    https://evil.example,     403",
        "PATCH /v1/nodes/x,                   https://evil.example,     403",
        "GET /v1/drivers,                     https://evil.example,     200",
        "HEAD /v1/drivers,                    https://evil.example,     200",
      })
  void a_page_of_another_origin_changes_nothing(String line, @Nullable String origin, int status)
      throws IOException {
    var own = "http://localhost:" + RestAssured.port;
    var header = origin == null ? "X-Other: 1" : "Origin: " + (origin.equals("own") ? own : origin);
    assertThat(
            exchange(
                request(
                    line + " HTTP/1.1", "Host: localhost:" + RestAssured.port, VERSION, header)))
        .contains(" " + status + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void a_browser_that_names_no_origin_says_that_it_is_another_site(String site) throws IOException {
    assertThat(
            exchange(
                request(
                    "DELETE /v1/nodes/x HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: " + site)))
        .contains(" 403 ");
  }

  @ParameterizedTest(name = "Content-Type: {0} is answered {1}")
  @CsvSource({
    "application/x-www-form-urlencoded, 403",
    "multipart/form-data; boundary=x,   403",
    "text/plain,                        403",
    "'',                                403",
  })
  void a_form_of_another_site_is_refused_with_and_without_a_type(String type, int status)
      throws IOException {
    var body = "{\"target\": \"manage\"}";
    assertThat(
            exchange(
                request(
                        "POST /v1/nodes HTTP/1.1",
                        "Host: localhost",
                        "Origin: https://evil.example",
                        type.isEmpty() ? "X-Other: 1" : "Content-Type: " + type,
                        "Content-Length: " + body.length())
                    + body))
        .contains(" " + status + " ", "assay.api.cors-allowed-origins");
  }

  @Test
  void a_ramdisk_may_leave_out_the_type() throws IOException {
    assertThat(
            exchange(
                request(
                        "POST /v1/continue_inspection HTTP/1.1",
                        "Host: localhost",
                        "X-OpenStack-Ironic-API-Version: 1.84",
                        "Content-Length: 2")
                    + "{}"))
        .contains(" 400 ")
        .doesNotContain("Origin", "origin");
  }

  @Test
  void the_preflight_of_an_allowed_origin_is_answered() throws IOException {
    assertThat(
            exchange(
                request(
                    "OPTIONS /v1/nodes HTTP/1.1",
                    "Host: localhost",
                    "Origin: https://console.example",
                    "Access-Control-Request-Method: POST")))
        .contains(" 204 ", "https://console.example");
  }
}
