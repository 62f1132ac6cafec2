package dev.assay.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.FreePort;
import dev.assay.api.testing.NoBroker;
import dev.assay.testing.Authority;
import dev.assay.testing.TlsDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * TLS on the API's port with client certificates, and to a PostgreSQL whose certificate is
 * verified.
 */
@QuarkusTest
@TestProfile(ApiTlsTest.Secured.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // Quarkus sets the fields
class ApiTlsTest {
  @TestHTTPResource(value = "/v1", tls = true)
  URI api;

  @Inject DataSource database;

  private static final String CLASSIC_PORT = "assay.inspector-compat.port";

  @ConfigProperty(name = CLASSIC_PORT)
  int classicPort;

  @ConfigProperty(name = "assay.api.tls-certificate")
  Path certificate;

  @ConfigProperty(name = "assay.api.tls-client-ca")
  Path authorities;

  /** Certificate authorities and files as an operator has them. */
  public static final class Secured implements QuarkusTestProfile {
    @Override
    public List<TestResourceEntry> testResources() {
      return List.of(
          new TestResourceEntry(Certificates.class), new TestResourceEntry(TlsDatabase.class));
    }
  }

  /** The certificates of both sides, in one folder. */
  public static final class Certificates implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
      try {
        var folder = Files.createTempDirectory("assay-tls");
        var clients = Authority.in(folder.resolve("clients"));
        clients.issue("client", "dns:client.example");
        Authority.in(folder.resolve("strangers")).issue("client", "dns:client.example");
        install(folder, Authority.in(folder.resolve("servers")), "first");
        return Map.of(
            "assay.api.tls-certificate",
            folder.resolve("api.pem").toString(),
            "assay.api.tls-key",
            folder.resolve("api.key").toString(),
            "assay.api.tls-reload-interval",
            "1s",
            "assay.api.tls-client-auth",
            "required",
            "assay.api.tls-client-ca",
            Files.copy(clients.certificate(), folder.resolve("clients.pem")).toString(),
            CLASSIC_PORT,
            Integer.toString(FreePort.find()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void stop() {}
  }

  /** Replaces first the key, then the certificate, as an operator or a tool does. */
  private static void install(Path folder, Authority servers, String name) throws IOException {
    var issued = servers.issue(name, "dns:localhost,ip:127.0.0.1");
    Files.move(issued.key(), folder.resolve("api.key"), StandardCopyOption.REPLACE_EXISTING);
    Files.move(
        issued.certificate(), folder.resolve("api.pem"), StandardCopyOption.REPLACE_EXISTING);
  }

  private Authority authority(String name) {
    return Authority.at(certificate.resolveSibling(name));
  }

  @Test
  void a_client_with_a_good_certificate_is_served() throws Exception {
    var answer = get(authority("clients"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"https://" + api.getAuthority() + "/v1/nodes/\"");
  }

  @Test
  void a_client_without_one_or_with_a_strangers_is_refused() {
    assertThatThrownBy(() -> get(null)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get(authority("strangers"))).isInstanceOf(IOException.class);
  }

  @Test
  void the_port_speaks_nothing_else() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), api.getPort())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write("GET /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
          .doesNotContain("HTTP/1.1 200");
    }
  }

  @Test
  void a_new_certificate_is_shown_without_a_restart_and_no_connection_fails_meanwhile()
      throws Exception {
    var before = shown();
    install(Objects.requireNonNull(certificate.getParent()), authority("servers"), "second");
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(shown()).isEqualTo("CN=second"));
    assertThat(before).isEqualTo("CN=first");
    assertThatThrownBy(() -> get(authority("strangers"))).isInstanceOf(IOException.class);
  }

  @Test
  void a_new_authority_of_clients_is_taken_without_a_restart_and_the_former_is_not()
      throws Exception {
    var before = Files.readAllBytes(authorities);
    var strangers = authority("strangers");
    try {
      Files.copy(strangers.certificate(), authorities, StandardCopyOption.REPLACE_EXISTING);
      awaitServed(strangers);
      assertThatThrownBy(() -> get(authority("clients"))).isInstanceOf(IOException.class);
    } finally {
      Files.write(authorities, before);
    }
    awaitServed(authority("clients"));
    assertThatThrownBy(() -> get(strangers)).isInstanceOf(IOException.class);
  }

  @Test
  void the_port_of_the_classic_api_asks_for_the_same_certificates() throws Exception {
    var root = URI.create("https://localhost:%d/v1".formatted(classicPort));
    await()
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () ->
                assertThat(get(root, authority("clients")).body())
                    .contains("\"https://localhost:%d/v1/rules\"".formatted(classicPort)));
    assertThatThrownBy(() -> get(root, null)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get(root, authority("strangers"))).isInstanceOf(IOException.class);
  }

  private void awaitServed(Authority client) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(get(client).statusCode()).isEqualTo(200));
  }

  @Test
  void the_database_is_reached_over_tls() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("select ssl from pg_stat_ssl where pid = pg_backend_pid()")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBoolean(1)).isTrue();
    }
  }

  private String shown() throws Exception {
    var chain = get(authority("clients")).sslSession().orElseThrow().getPeerCertificates();
    return ((X509Certificate) chain[0]).getSubjectX500Principal().getName();
  }

  private HttpResponse<String> get(@Nullable Authority client)
      throws GeneralSecurityException, IOException, InterruptedException {
    return get(api, client);
  }

  private HttpResponse<String> get(URI address, @Nullable Authority client)
      throws GeneralSecurityException, IOException, InterruptedException {
    var tls = SSLContext.getInstance("TLS");
    tls.init(keys(client), trust(), null);
    try (var http = HttpClient.newBuilder().sslContext(tls).build()) {
      return http.send(
          HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20)).build(),
          BodyHandlers.ofString());
    }
  }

  private static KeyManager @Nullable [] keys(@Nullable Authority client)
      throws GeneralSecurityException {
    if (client == null) {
      return null;
    }
    var keys = client.keys();
    keys.deleteEntry("ca");
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, Authority.password());
    return factory.getKeyManagers();
  }

  private TrustManager[] trust() throws GeneralSecurityException, IOException {
    var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", authority("servers").keys().getCertificate("ca"));
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }
}
