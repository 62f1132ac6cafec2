package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.stack.RabbitServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BrokerTlsIT {
  @TempDir static Path folder = Path.of("");
  private static @Nullable Certificates certificates;
  private static @Nullable RabbitServer server;

  @BeforeAll
  static void a_broker_whose_certificate_is_for_localhost() throws Exception {
    var made = Certificates.make(folder.resolve("broker"), "dns:localhost");
    certificates = made;
    server = RabbitServer.startWithTls(folder.resolve("rabbitmq"), made.certificate(), made.key());
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void the_right_name_and_authority_are_accepted_and_messages_travel() throws Exception {
    var broker = new Broker(Settings.tls("localhost", port(), authority()));
    try (var channel = broker.consuming().channel()) {
      channel.queueDeclare("over-tls", true, false, false, null);
      new Publisher(broker).toQueue("over-tls", "hello").toCompletableFuture().get();
      assertThat(channel.messageCount("over-tls")).isEqualTo(1);
    } finally {
      broker.close();
    }
  }

  @Test
  void a_certificate_for_another_name_is_refused() {
    refused(
        Settings.tls("127.0.0.1", port(), authority()),
        "certificate is not for the name",
        "127.0.0.1");
  }

  @Test
  void a_certificate_of_an_unknown_authority_is_refused() throws Exception {
    var other = Certificates.make(folder.resolve("other"), "dns:localhost");
    refused(
        Settings.tls("localhost", port(), other.authority()),
        "not signed by a trusted authority",
        "assay.broker.ssl-ca-file");
    refused(
        new Settings("localhost", port(), true, Optional.empty()),
        "not signed by a trusted authority");
  }

  @Test
  void a_port_without_tls_is_refused_when_tls_is_wanted() {
    refused(Settings.tls("localhost", plainPort(), authority()), "the TLS handshake failed");
  }

  @Test
  void what_makes_no_sense_stops_the_start() throws Exception {
    var empty = Files.writeString(folder.resolve("empty.pem"), "nothing");
    assertThatThrownBy(() -> new Broker(Settings.tls("localhost", port(), empty)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("assay.broker.ssl-ca-file")
        .hasMessageContaining("empty.pem");
    assertThatThrownBy(
            () -> new Broker(new Settings("localhost", port(), false, Optional.of(authority()))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("assay.broker.ssl is false");
  }

  private static void refused(BrokerConfig config, String... parts) {
    var broker = new Broker(config);
    assertThatThrownBy(() -> broker.publishing().connection())
        .isInstanceOf(Broker.NotReached.class)
        .hasMessageContainingAll(parts);
  }

  private static Path authority() {
    return Objects.requireNonNull(certificates).authority();
  }

  private static int port() {
    return Objects.requireNonNull(server).tlsPort();
  }

  private static int plainPort() {
    return Objects.requireNonNull(server).port();
  }
}
