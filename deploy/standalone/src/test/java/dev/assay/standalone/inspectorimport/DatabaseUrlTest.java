package dev.assay.standalone.inspectorimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DatabaseUrlTest {
  @Test
  void mysql_and_mariadb_are_read_with_the_driver_of_mariadb() {
    assertThat(
            DatabaseUrl.parse("mysql+pymysql://in:p%40ss+w@db.example.org/inspector?charset=utf8"))
        .isEqualTo(
            new DatabaseUrl(
                "jdbc:mariadb://db.example.org/inspector?allowPublicKeyRetrieval=true",
                "in",
                "p@ss+w"));
    assertThat(DatabaseUrl.parse("mariadb://in@127.0.0.1:3307/i").jdbc())
        .isEqualTo("jdbc:mariadb://127.0.0.1:3307/i?allowPublicKeyRetrieval=true");
  }

  @Test
  void postgresql_is_read() {
    assertThat(DatabaseUrl.parse("postgresql+psycopg2://in:pw@[2001:db8::1]:5433/inspector"))
        .isEqualTo(new DatabaseUrl("jdbc:postgresql://[2001:db8::1]:5433/inspector", "in", "pw"));
  }

  @Test
  void options_of_tls_are_taken_over() {
    var mysql = "mysql+pymysql://in@db/i?charset=utf8&ssl_ca=/etc/ssl/db.pem";
    assertThat(DatabaseUrl.parse(mysql).jdbc())
        .isEqualTo("jdbc:mariadb://db/i?sslMode=verify-ca&serverSslCert=/etc/ssl/db.pem");
    assertThat(DatabaseUrl.parse(mysql + "&ssl_verify_identity=true").jdbc())
        .isEqualTo("jdbc:mariadb://db/i?sslMode=verify-full&serverSslCert=/etc/ssl/db.pem");
    assertThat(
            DatabaseUrl.parse(
                    "postgresql://in@db/i?sslmode=verify-full&sslrootcert=/db.pem&options=x")
                .jdbc())
        .isEqualTo("jdbc:postgresql://db/i?sslmode=verify-full&sslrootcert=/db.pem");
    assertThatThrownBy(() -> DatabaseUrl.parse(mysql + "&ssl_cert=/c.pem&ssl_key=/k.pem"))
        .hasMessageContaining("ssl_cert");
  }

  @Test
  void others_are_refused_with_the_reason_and_without_the_password() {
    for (var url :
        new String[] {"sqlite:////var/lib/i.sqlite", "mysql://u:hidden@/i", "hidden", "a b://h"}) {
      assertThatThrownBy(() -> DatabaseUrl.parse(url))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("[database]connection cannot be used: ")
          .hasMessageNotContaining("hidden");
    }
  }

  @Test
  void the_password_is_not_shown() {
    assertThat(DatabaseUrl.parse("mysql://u:hidden@h/i").toString())
        .isEqualTo("jdbc:mariadb://h/i of user u");
  }
}
