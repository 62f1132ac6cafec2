package dev.assay.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.testing.CapturedLog;
import io.quarkus.runtime.StartupEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectionCheckTest {
  private static final String HERE = "jdbc:postgresql://127.0.0.1:5432/assay";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://192.0.2.7/assay",
        "jdbc:postgresql://192.0.2.7:5433/assay?sslmode=verify-full",
        "jdbc:postgresql://127.0.0.1,192.0.2.7/assay",
        "jdbc:postgresql://[2001:db8::7]:5432/assay",
        "jdbc:postgresql://192.0.2.7/assay?password=assay",
      })
  void the_default_password_of_the_database_is_for_this_host_only(String url) {
    assertThatThrownBy(() -> check(url, "assay", "localhost", "guest"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("assay.database.password is the built-in default")
        .hasMessageContaining("ASSAY_DATABASE_PASSWORD");
    if (!url.contains("password=")) {
      assertThatCode(() -> check(url, "of its own", "localhost", "guest"))
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://127.0.0.1:5432/assay",
        "jdbc:postgresql://localhost/assay",
        "jdbc:postgresql://[::1]:5432/assay",
        "jdbc:postgresql:assay",
        "jdbc:postgresql://127.0.0.1,127.0.0.2/assay",
        "jdbc:postgresql://db/assay?socketFactory=a.B&socketFactoryArg=/run/s",
        "jdbc:postgresql://192.0.2.7/assay?password=other",
      })
  void on_this_host_the_default_will_do(String url) {
    assertThatCode(() -> check(url, "assay", "127.0.0.1", "guest")).doesNotThrowAnyException();
  }

  @Test
  void the_default_password_of_the_broker_is_for_this_host_only() {
    assertThatThrownBy(() -> check(HERE, "assay", "192.0.2.8", "guest"))
        .hasMessageContaining("assay.broker.password is the built-in default")
        .hasMessageContaining("RabbitMQ is at 192.0.2.8")
        .hasMessageContaining("ASSAY_BROKER_PASSWORD");
    assertThatCode(() -> check(HERE, "assay", "192.0.2.8", "other")).doesNotThrowAnyException();
    assertThatCode(() -> check(HERE, "", "192.0.2.8", "")).doesNotThrowAnyException();
  }

  @Test
  void a_broker_elsewhere_without_tls_is_warned_of() {
    assertThat(logged("192.0.2.8", false))
        .singleElement()
        .asString()
        .contains("RabbitMQ", "assay.broker.ssl");
    assertThat(logged("192.0.2.8", true)).isEmpty();
    assertThat(logged("localhost", false)).isEmpty();
  }

  @Test
  void an_address_of_something_else_is_refused() {
    assertThatThrownBy(() -> check("jdbc:mysql://127.0.0.1/assay", "x", "localhost", "guest"))
        .hasMessageContaining("assay.database.url cannot be read");
  }

  @Test
  void the_default_of_the_database_is_that_of_the_file() throws IOException {
    var file = new Properties();
    try (var in = getClass().getResourceAsStream("/META-INF/microprofile-config.properties")) {
      file.load(in);
    }
    assertThat(file.getProperty("assay.database.password"))
        .isEqualTo(ConnectionCheck.DATABASE_PASSWORD);
  }

  private static void check(String url, String password, String broker, String brokerPassword) {
    check(url, password, broker, brokerPassword, true);
  }

  private static void check(
      String url, String password, String broker, String brokerPassword, boolean brokerTls) {
    new ConnectionCheck(url, Optional.of(password), broker, brokerPassword, brokerTls)
        .check(new StartupEvent());
  }

  private static List<String> logged(String broker, boolean tls) {
    try (var log = CapturedLog.of(ConnectionCheck.class)) {
      check(HERE, "assay", broker, "of its own", tls);
      return log.lines();
    }
  }
}
