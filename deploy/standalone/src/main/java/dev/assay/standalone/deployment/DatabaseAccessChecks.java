package dev.assay.standalone.deployment;

import dev.assay.doctor.Finding;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Checks of who can reach the database, and with what rights and password. */
final class DatabaseAccessChecks {
  /** Those that examples, images and packages have. */
  private static final Set<String> COMMON_PASSWORDS =
      Set.of("assay", "postgres", "password", "secret", "changeme", "admin", "demo");

  private final Database database;

  DatabaseAccessChecks(Database database) {
    this.database = database;
  }

  /**
   * Runs all.
   *
   * @param password with which the doctor has logged in
   */
  List<Finding> all(String user, String password) {
    return new Checks()
        .run("database-tls", this::encryption)
        .run("database-user", this::user)
        .run("database-password", () -> password(user, password))
        .findings();
  }

  Finding encryption() throws SQLException {
    var plain =
        database.texts(
            """
            select distinct host(a.client_addr) from pg_stat_activity a join pg_stat_ssl s using (pid)
            where a.datname = current_database() and not s.ssl
              and not a.client_addr <<= '127.0.0.0/8' and not a.client_addr <<= '::1'
            order by 1
            """);
    return plain.isEmpty()
        ? Finding.ok("database-tls", "No connection from another host is without TLS.")
        : Finding.warning(
            "database-tls",
            "Connections without TLS come from %s: who reads that network reads inventories and the"
                    .formatted(String.join(", ", plain))
                + " password's exchange.",
            "Append ?sslmode=verify-full&sslrootcert=FILE to assay.database.url, and allow only"
                + " hostssl in pg_hba.conf.");
  }

  Finding user() throws SQLException {
    return database.yes("select rolsuper from pg_roles where rolname = current_user")
        ? Finding.warning(
            "database-user",
            "The user is a superuser: a service that is broken into owns the server, with all its"
                + " databases.",
            "Have services log in as a user that owns their database, and nothing else.")
        : Finding.ok("database-user", "The user is no superuser.");
  }

  Finding password(String user, String password) throws SQLException {
    var local =
        database.yes(
            "select inet_client_addr() is null or inet_client_addr() <<= '127.0.0.0/8' or inet_client_addr() <<= '::1'");
    if (!password.isEmpty()
        && !password.equals(user)
        && !COMMON_PASSWORDS.contains(password.toLowerCase(Locale.ROOT))) {
      return Finding.ok("database-password", "The password is none of the well-known ones.");
    }
    var detail =
        password.isEmpty()
            ? "The server needs no password of this user."
            : "The password is one that everybody tries first.";
    var fix =
        "Set a random one: \\password in psql, method scram-sha-256 in pg_hba.conf, and"
            + " ASSAY_DATABASE_PASSWORD.";
    return local
        ? Finding.warning("database-password", detail, fix)
        : Finding.failed("database-password", detail, fix);
  }
}
