package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which certificates the client trusts, tested with a self-signed one for 127.0.0.1. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TlsTrustTest {
  private static final char[] STORE_PASSWORD = "changeit".toCharArray();

  private final Path folder;
  private final RedfishDriver driver;
  private final HttpsServer server;

  TlsTrustTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    driver =
        new RedfishDriver(Files.createDirectories(folder.resolve("ca")), Duration.ofSeconds(30));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() throws Exception {
    var store = keys("bmc", "ip:127.0.0.1");
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, STORE_PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          var body = "{\"PowerState\":\"On\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          try (exchange) {
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void trusts_anyone_under_any_name_when_told_so(String host) {
    assertThat(driver.power(bmc(host, "false"))).contains(PowerState.ON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "True"})
  void does_not_trust_a_certificate_that_nobody_signed(String verify) {
    refuses(bmc("127.0.0.1", verify));
  }

  @Test
  void trusts_the_certificates_of_a_file_or_folder() throws Exception {
    var pem = pem("bmc", folder.resolve("bmc.p12"));

    assertThat(driver.power(bmc("127.0.0.1", pem.toString()))).contains(PowerState.ON);
    assertThat(driver.power(bmc("127.0.0.1", folder.resolve("ca/bmc-ca").toString())))
        .contains(PowerState.ON);
  }

  @Test
  void opens_no_file_outside_of_the_folder_of_authorities() throws Exception {
    var inside = pem("bmc", folder.resolve("bmc.p12"));
    var outside = Files.copy(inside, folder.resolve("outside.pem"));
    var file = Files.createSymbolicLink(inside.resolveSibling("link.pem"), outside);
    var linked = Files.createSymbolicLink(folder.resolve("ca/linked"), folder);

    for (var path :
        List.of(
            outside, folder, folder.resolve("ca/../outside.pem"), file, linked, file.getParent())) {
      assertThatThrownBy(() -> driver.power(bmc("127.0.0.1", path.toString())))
          .as("%s", path)
          .isInstanceOfSatisfying(
              HardwareFailure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_PARAMETER);
                assertThat(failure.sentence())
                    .contains("redfish_verify_ca", folder.resolve("ca").toString());
              });
    }
    Files.delete(file);
    Files.createSymbolicLink(file, inside);
    assertThat(driver.power(bmc("127.0.0.1", file.toString()))).contains(PowerState.ON);
  }

  @Test
  void trusts_them_under_their_own_name_only() throws Exception {
    refuses(bmc("localhost", pem("bmc", folder.resolve("bmc.p12")).toString()));
  }

  @Test
  void does_not_trust_what_another_file_does_not_hold() throws Exception {
    keys("other", "ip:127.0.0.1");

    refuses(bmc("127.0.0.1", pem("other", folder.resolve("other.p12")).toString()));
  }

  @Test
  void trusts_what_the_file_holds_now() throws Exception {
    keys("other", "ip:127.0.0.1");
    var file = pem("other", folder.resolve("other.p12"));
    refuses(bmc("127.0.0.1", file.toString()));

    var changed = Files.getLastModifiedTime(file).toMillis() + 1000;
    Files.copy(pem("bmc", folder.resolve("bmc.p12")), file, StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(file, FileTime.fromMillis(changed));
    assertThat(driver.power(bmc("127.0.0.1", file.toString()))).contains(PowerState.ON);
  }

  @Test
  void trusts_what_the_folder_holds_now_however_old_the_files_are() throws Exception {
    keys("other", "ip:127.0.0.1");
    var both = folder.resolve("ca/other-ca");
    pem("other", folder.resolve("other.p12"));
    var pem = pem("bmc", folder.resolve("bmc.p12"));
    Files.setLastModifiedTime(pem, FileTime.fromMillis(0));
    refuses(bmc("127.0.0.1", both.toString()));

    var added = Files.copy(pem, both.resolve("bmc.pem"), StandardCopyOption.COPY_ATTRIBUTES);
    assertThat(driver.power(bmc("127.0.0.1", both.toString()))).contains(PowerState.ON);

    Files.delete(added);
    refuses(bmc("127.0.0.1", both.toString()));
  }

  @Test
  void keeps_to_the_minimum_version_and_ciphers() {
    var info = bmc("127.0.0.1", "false").driverInfo();
    info.put("redfish_tls_minimum_version", "1.3");
    info.put("redfish_tls_ciphers", "TLS_AES_256_GCM_SHA384");

    assertThat(driver.power(new Bmc(NodeId.random(), info))).contains(PowerState.ON);
  }

  private void refuses(Bmc bmc) {
    assertThatThrownBy(() -> driver.power(bmc))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.BMC_UNREACHABLE);
              assertThat(failure.sentence()).contains("TLS failed", "redfish_verify_ca");
            });
  }

  private Bmc bmc(String host, String verify) {
    var info =
        JsonNodeFactory.instance
            .objectNode()
            .put("redfish_address", "https://%s:%d".formatted(host, server.getAddress().getPort()))
            .put("redfish_system_id", "/redfish/v1/Systems/1")
            .put("redfish_verify_ca", verify);
    return new Bmc(NodeId.random(), info);
  }

  /** A key and a certificate that it signed itself. */
  private KeyStore keys(String name, String alternativeName) throws Exception {
    var file = folder.resolve(name + ".p12");
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1", // half the processor time
            "-genkeypair",
            "-alias",
            name,
            "-keyalg",
            "EC",
            "-validity",
            "2",
            "-dname",
            "CN=" + name,
            "-ext",
            "san=" + alternativeName,
            "-keystore",
            file.toString(),
            "-storetype",
            "PKCS12",
            "-storepass",
            new String(STORE_PASSWORD));
    var made = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(made.waitFor()).as(said).isZero();
    return KeyStore.getInstance(file.toFile(), STORE_PASSWORD);
  }

  private static Path pem(String name, Path store) throws Exception {
    var certificate = KeyStore.getInstance(store.toFile(), STORE_PASSWORD).getCertificate(name);
    var text =
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(
                Base64.getMimeEncoder(64, new byte[] {'\n'})
                    .encodeToString(certificate.getEncoded()));
    var inside = Files.createDirectories(store.resolveSibling("ca").resolve(name + "-ca"));
    return Files.writeString(inside.resolve(name + ".pem"), text);
  }
}
