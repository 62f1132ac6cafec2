package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.simulator.hardware.HardwareKind;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BmcTlsTest {
  @Test
  void answers_those_who_trust_the_certificate_of_the_rack() throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.ONE_U_TWO_SOCKET, plan -> plan.bmcTls(true));
        var trusting =
            HttpClient.newBuilder()
                .sslContext(trusting(bmc.rack.bmcCertificate().orElseThrow()))
                .build()) {
      var request = HttpRequest.newBuilder(bmc.machine.bmcUrl().resolve("/redfish/v1/")).build();

      assertThat(bmc.machine.bmcUrl()).hasScheme("https");
      assertThat(trusting.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> bmc.get("/redfish/v1/")).isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void has_no_certificate_without_TLS() {
    try (var bmc = new RedfishClient()) {
      assertThat(bmc.rack.bmcCertificate()).isEmpty();
      assertThat(bmc.machine.bmcUrl()).hasScheme("http");
    }
  }

  private static SSLContext trusting(String pem) throws Exception {
    var certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    var store = KeyStore.getInstance("PKCS12");
    store.load(null);
    store.setCertificateEntry("bmc", certificate);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
