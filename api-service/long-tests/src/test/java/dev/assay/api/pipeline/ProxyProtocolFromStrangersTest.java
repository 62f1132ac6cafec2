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
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections from a client that is not a trusted load balancer. */
@QuarkusTest
@TestProfile(ProxyProtocolFromStrangersTest.BalancersElsewhere.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProxyProtocolFromStrangersTest {
  /** Trusts only 192.0.2.0/24. */
  public static final class BalancersElsewhere implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "assay.api.proxy-protocol", "true", "assay.api.trusted-proxies", "192.0.2.0/24");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1", "/q/health/live", "/openapi"})
  void who_is_no_balancer_is_refused_whatever_he_claims(String path) throws IOException {
    assertThat(
            exchange(
                "PROXY TCP4 192.0.2.7 127.0.0.1 4711 6385\r\n"
                    + request("GET " + path + " HTTP/1.1", "Host: localhost")))
        .contains(" 403 ", "127.0.0.1 is not in assay.api.trusted-proxies");
  }
}
