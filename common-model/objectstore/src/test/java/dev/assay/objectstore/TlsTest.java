package dev.assay.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which certificates are accepted. The store of these tests has one for "localhost". */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TlsTest {
  private static final char[] PASSWORD = "throw-away".toCharArray();

  @TempDir static Path folder = Path.of("");
  private static @Nullable HttpsServer server;

  @BeforeAll
  static void a_store_with_a_certificate() throws Exception {
    var keys = keys("store", "dns:localhost");
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    var started = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    started.setHttpsConfigurator(new HttpsConfigurator(context));
    started.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    started.start();
    server = started;
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @Test
  void the_authority_in_the_file_is_accepted() {
    try (var store = new S3ObjectStore(at("localhost").withCaFile(folder.resolve("store.pem")))) {
      store.put("key", new byte[1]);
      assertThat(store.get("key")).hasValue(new byte[0]);
    }
  }

  @Test
  void an_authority_that_nobody_trusts_is_refused() throws Exception {
    keys("other", "dns:localhost");
    for (var options :
        List.of(at("localhost"), at("localhost").withCaFile(folder.resolve("other.pem")))) {
      refused(options);
    }
  }

  @Test
  void a_certificate_for_another_name_is_refused() {
    refused(at("127.0.0.1").withCaFile(folder.resolve("store.pem")));
  }

  private static void refused(Options options) {
    try (var store = new S3ObjectStore(options)) {
      assertThatThrownBy(() -> store.put("key", new byte[1]))
          .isInstanceOf(PermanentStoreFailure.class)
          .hasMessageContaining("has a certificate that is not trusted")
          .hasMessageContaining("correct assay.inventory.s3.ca-file, or the host name in endpoint");
    }
  }

  private static Options at(String host) {
    int port = Objects.requireNonNull(server).getAddress().getPort();
    return Options.at("https://%s:%d".formatted(host, port))
        .withAttempts(1, Duration.ofSeconds(10));
  }

  /** Makes a key and a certificate that is its own authority, in NAME.p12 and NAME.pem. */
  private static KeyStore keys(String name, String host) throws Exception {
    var file = folder.resolve(name + ".p12");
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1", // half the processor time
            "-genkeypair",
            "-alias",
            "store",
            "-keyalg",
            "EC",
            "-validity",
            "2",
            "-dname",
            "CN=store",
            "-ext",
            "san=" + host,
            "-ext",
            "bc:c",
            "-keystore",
            file.toString(),
            "-storepass",
            new String(PASSWORD));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    var keys = KeyStore.getInstance(file.toFile(), PASSWORD);
    var text =
        Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(keys.getCertificate("store").getEncoded());
    Files.writeString(
        folder.resolve(name + ".pem"),
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n".formatted(text));
    return keys;
  }
}
