package dev.assay.api.pipeline;

import static dev.assay.api.testing.RawHttp.exchange;
import static dev.assay.api.testing.RawHttp.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Version 1 of the PROXY protocol, as sent by send-proxy of HAProxy. */
@QuarkusTest
@TestProfile(ProxyProtocolTest.On.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProxyProtocolTest {
  private static final String GET = request("GET /v1 HTTP/1.1", "Host: localhost");

  /** The balancer is at 127.0.0.1; three requests at once and then one a second. */
  public static final class On implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "assay.api.proxy-protocol", "true",
          "assay.api.trusted-proxies", "127.0.0.1",
          "assay.api.unauthenticated-rate", "1",
          "assay.api.unauthenticated-burst", "3");
    }
  }

  @Test
  void the_client_that_the_balancer_names_is_the_source() throws IOException {
    assertThat(refused("PROXY TCP4 192.0.2.33 127.0.0.1 4711 6385\r\n" + GET))
        .contains("from 192.0.2.33,");
    assertThat(exchange("PROXY TCP4 192.0.2.34 127.0.0.1 4711 6385\r\n" + GET)).contains(" 200 ");
  }

  @Test
  void a_client_whose_address_is_named_is_never_this_host() throws IOException {
    assertThat(refused("PROXY TCP4 127.0.0.1 127.0.0.1 4711 6385\r\n" + GET))
        .contains("from 127.0.0.1,");
  }

  @Test
  void the_client_that_is_no_proxy_is_not_believed() throws IOException {
    assertThat(
            refused(
                "PROXY TCP4 192.0.2.35 127.0.0.1 4711 6385\r\n"
                    + request("GET /v1 HTTP/1.1", "Host: localhost", "X-Forwarded-For: 127.0.0.1")))
        .contains("from 192.0.2.35,");
  }

  @Test
  void a_connection_without_the_line_is_closed() throws IOException {
    assertThat(exchange(GET)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1", "/q/health/live", "/openapi"})
  void who_is_no_balancer_is_refused_whatever_he_claims(String path) throws IOException {
    var stranger = InetAddress.ofLiteral("127.0.0.2");
    var sent =
        "PROXY TCP4 192.0.2.7 127.0.0.1 4711 6385\r\n"
            + request("GET " + path + " HTTP/1.1", "Host: localhost");

    assertThat(exchange(stranger, sent))
        .contains(" 403 ", "127.0.0.2 is not in assay.api.trusted-proxies");
  }

  private static String refused(String sent) throws IOException {
    var answer = "";
    for (int i = 0; i < 1000 && !answer.contains(" 503 "); i++) {
      answer = exchange(sent);
    }
    return answer;
  }
}
