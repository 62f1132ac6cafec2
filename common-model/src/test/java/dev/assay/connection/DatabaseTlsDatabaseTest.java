package dev.assay.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.testing.Authority;
import dev.assay.testing.TlsDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS to PostgreSQL as docs/operating.md describes it: sslmode=verify-full in the URL. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DatabaseTlsDatabaseTest {
  private static final TlsDatabase DATABASE = new TlsDatabase();
  private static String url = "";

  @BeforeAll
  static void start() {
    url = Objects.requireNonNull(DATABASE.start().get("assay.database.url"));
  }

  @AfterAll
  static void stop() {
    DATABASE.stop();
  }

  @Test
  void the_right_name_of_a_trusted_authority_is_accepted() throws SQLException {
    try (var connection = connect(url);
        var rows =
            connection
                .createStatement()
                .executeQuery("select ssl from pg_stat_ssl where pid = pg_backend_pid()")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBoolean(1)).isTrue();
    }
  }

  @Test
  void another_name_is_refused() {
    var trusted = Path.of(url.substring(url.indexOf("sslrootcert=") + "sslrootcert=".length()));
    assertThatThrownBy(() -> connect(DATABASE.url("localhost", trusted)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("localhost");
  }

  @Test
  void a_certificate_of_another_authority_is_refused(@TempDir Path folder) {
    var other = Authority.in(folder.resolve("other"));
    assertThatThrownBy(() -> connect(DATABASE.url("127.0.0.1", other.certificate())))
        .isInstanceOf(SQLException.class)
        .hasStackTraceContaining("PKIX");
  }

  private static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, "postgres", "postgres");
  }
}
