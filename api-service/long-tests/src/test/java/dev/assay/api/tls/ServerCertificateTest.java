package dev.assay.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.testing.Authority;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handshakes over the network are in ApiTlsTest. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerCertificateTest {
  private static final Instant LONG_AGO = Instant.parse("2026-08-01T00:00:00Z");

  private final Vertx vertx = Vertx.vertx();
  private final Path certificate;
  private final Path key;
  private final Authority authority;
  private int installed;

  ServerCertificateTest(@TempDir Path folder) {
    certificate = folder.resolve("api.pem");
    key = folder.resolve("api.key");
    authority = Authority.in(folder.resolve("authority"));
  }

  @AfterEach
  void close() {
    var _ = vertx.close();
  }

  @Test
  void is_replaced_only_when_certificate_and_key_belong_together() throws IOException {
    var first = authority.issue("first", "dns:localhost");
    var second = authority.issue("second", "dns:localhost");
    install(first.certificate(), certificate);
    install(first.key(), key);
    var served = new ServerCertificate(vertx, certificate, key);
    assertThat(shown(served)).isEqualTo("CN=first");

    install(second.certificate(), certificate);
    served.reload();
    assertThat(shown(served)).isEqualTo("CN=first");

    Files.delete(key);
    served.reload();
    assertThat(shown(served)).isEqualTo("CN=first");

    install(second.key(), key);
    served.reload();
    assertThat(shown(served)).isEqualTo("CN=second");
  }

  @Test
  void that_could_not_be_used_is_tried_again_though_its_files_look_the_same() throws IOException {
    var first = authority.issue("first", "dns:localhost");
    install(first.certificate(), certificate);
    install(first.key(), key);
    var served = new ServerCertificate(vertx, certificate, key);
    var second = authority.issue("second", "dns:localhost");
    install(second.certificate(), certificate);
    Files.writeString(key, "not readable yet");
    Files.setLastModifiedTime(key, FileTime.from(LONG_AGO.plusSeconds(100)));
    served.reload();
    assertThat(shown(served)).isEqualTo("CN=first");

    Files.copy(second.key(), key, StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(key, FileTime.from(LONG_AGO.plusSeconds(100)));
    served.reload();
    assertThat(shown(served)).isEqualTo("CN=second");
  }

  @Test
  void that_a_handshake_has_chosen_stays_known_when_it_is_replaced() throws IOException {
    var first = authority.issue("first", "dns:localhost");
    var second = authority.issue("second", "dns:localhost");
    install(first.certificate(), certificate);
    install(first.key(), key);
    var served = new ServerCertificate(vertx, certificate, key);
    var chosen = Objects.requireNonNull(served.chooseServerAlias("EC", null, null));
    var firstKey = served.getPrivateKey(chosen);

    install(second.certificate(), certificate);
    install(second.key(), key);
    served.reload();

    assertThat(name(served, chosen)).isEqualTo("CN=first");
    assertThat(served.getPrivateKey(chosen)).isEqualTo(firstKey);
  }

  @Test
  void is_shown_to_clients_that_take_its_kind_of_key_only() throws IOException {
    var first = authority.issue("first", "dns:localhost");
    install(first.certificate(), certificate);
    install(first.key(), key);
    var served = new ServerCertificate(vertx, certificate, key);

    assertThat(served.chooseServerAlias("RSA", null, null)).isNull();
  }

  @Test
  void that_cannot_be_used_stops_the_start_and_says_why() throws IOException {
    install(authority.issue("first", "dns:localhost").certificate(), certificate);
    assertThatThrownBy(() -> new ServerCertificate(vertx, certificate, key))
        .hasMessageContainingAll(
            "assay.api.tls-certificate", certificate.toString(), key + " is not there");

    install(authority.issue("second", "dns:localhost").key(), key);
    assertThatThrownBy(() -> new ServerCertificate(vertx, certificate, key))
        .hasMessageContaining("the key is not that of the certificate");
  }

  private void install(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(to, FileTime.from(LONG_AGO.plusSeconds(installed++)));
  }

  private static String shown(ServerCertificate served) {
    return name(served, Objects.requireNonNull(served.chooseServerAlias("EC", null, null)));
  }

  private static String name(ServerCertificate served, String alias) {
    return Objects.requireNonNull(served.getCertificateChain(alias))[0]
        .getSubjectX500Principal()
        .getName();
  }
}
