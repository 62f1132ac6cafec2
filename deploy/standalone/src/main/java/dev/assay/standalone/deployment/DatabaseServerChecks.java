package dev.assay.standalone.deployment;

import dev.assay.doctor.Finding;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;

/**
 * Checks of the PostgreSQL server and of how services use it. Needs no other rights than those of
 * the services' user.
 */
final class DatabaseServerChecks {
  private static final int OLDEST = 140_000;
  private static final Duration CLOCK_LIMIT = Duration.ofSeconds(2);

  /** The default of quarkus.datasource.jdbc.max-size, and the connections beside the pool. */
  private static final int POOL = 16 + 2;

  private final Database database;
  private final Clock clock;

  DatabaseServerChecks(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Runs all.
   *
   * @param apis number of API services, as far as it is known
   */
  List<Finding> all(int apis) {
    return new Checks()
        .run("database-version", this::version)
        .run("database-primary", this::primary)
        .run("database-durability", this::durability)
        .run("database-standby", this::standby)
        .run("database-slots", this::slots)
        .run("database-archive", this::archive)
        .run("database-vacuum", this::vacuum)
        .run("database-connections", () -> connections(apis))
        .run("database-clock", this::clock)
        .findings();
  }

  Finding version() throws SQLException {
    var version = database.text("show server_version");
    return database.number("show server_version_num") >= OLDEST
        ? Finding.ok("database-version", "PostgreSQL %s.".formatted(version))
        : Finding.failed(
            "database-version",
            "PostgreSQL %s is too old.".formatted(version),
            "Upgrade to version 14 or newer.");
  }

  Finding primary() throws SQLException {
    return database.yes("select pg_is_in_recovery()")
        ? Finding.failed(
            "database-primary",
            "This server is a standby, to which nothing can be written.",
            "Name the primary in assay.database.url, or all servers with targetServerType=primary.")
        : Finding.ok("database-primary", "This server is the primary.");
  }

  Finding durability() throws SQLException {
    var off =
        database.texts(
            """
            select name from pg_settings
            where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
            order by name
            """);
    return off.isEmpty()
        ? Finding.ok("database-durability", "What is committed is on disk.")
        : Finding.failed(
            "database-durability",
            "%s: a failure of the host loses requests that the API has accepted, or the database."
                .formatted(String.join(" = off, ", off) + " = off"),
            "Set it to on, in postgresql.conf and for the role.");
  }

  Finding standby() throws SQLException {
    var standbys = database.number("select count(*) from pg_stat_replication");
    if (standbys == 0) {
      return Finding.warning(
          "database-standby",
          "No standby follows this server: when its host fails, nothing works until it is back, and"
              + " when its disk fails, all is lost since the last backup.",
          "Run a standby with synchronous replication, see docs/high-availability.md.");
    }
    return database.text("show synchronous_standby_names").isBlank()
        ? Finding.warning(
            "database-standby",
            "%d standby servers follow, none of them synchronously: a fail-over may lose the last"
                    .formatted(standbys)
                + " requests that the API has accepted.",
            "Set synchronous_standby_names.")
        : Finding.ok(
            "database-standby", "%d standby servers follow, synchronously.".formatted(standbys));
  }

  Finding slots() throws SQLException {
    var idle =
        database.texts("select slot_name from pg_replication_slots where not active order by 1");
    return idle.isEmpty()
        ? Finding.ok("database-slots", "No replication slot is without a receiver.")
        : Finding.warning(
            "database-slots",
            "Replication slots without a receiver: %s. The server keeps all WAL for them, until its"
                    .formatted(String.join(", ", idle))
                + " disk is full.",
            "Start the standby, or drop the slot with pg_drop_replication_slot.");
  }

  Finding archive() throws SQLException {
    if (database.text("show archive_mode").equals("off")) {
      return Finding.skipped(
          "database-archive",
          "WAL is not archived: a restored database is that of the last dump or base backup.");
    }
    return database.yes(
            """
            select last_failed_time is not null
              and last_failed_time > coalesce(last_archived_time, '-infinity') from pg_stat_archiver
            """)
        ? Finding.failed(
            "database-archive",
            "WAL is not archived: the last attempt failed. Backups are incomplete, and the disk"
                + " fills.",
            "See the log of PostgreSQL, and correct archive_command.")
        : Finding.ok("database-archive", "WAL is archived.");
  }

  Finding vacuum() throws SQLException {
    return database.yes(
            "select current_setting('autovacuum') = 'on' and current_setting('track_counts') ="
                + " 'on'")
        ? Finding.ok("database-vacuum", "Autovacuum is on.")
        : Finding.failed(
            "database-vacuum",
            "Autovacuum is off: tables that change with every inspection grow, and get slow.",
            "Set autovacuum and track_counts to on.");
  }

  Finding connections(int apis) throws SQLException {
    var most =
        database.number(
            """
            select current_setting('max_connections')::int
              - current_setting('superuser_reserved_connections')::int
            """);
    var open =
        // those of all users, which pg_stat_activity shows to few
        database.number("select sum(numbackends)::int from pg_stat_database");
    var conductors =
        database.number(
            "select count(*) from conductor where online and expires_at > clock_timestamp()");
    var services = conductors + Math.max(1, apis);
    var detail =
        "Of %d connections %d are in use; %d API services and conductors may open up to %d each."
            .formatted(most, open, services, POOL);
    if (open * 10 > most * 9) {
      return Finding.failed(
          "database-connections",
          detail + " When none is left, requests get 503.",
          "Raise max_connections, or lower quarkus.datasource.jdbc.max-size of the services.");
    }
    return services * POOL > most
        ? Finding.warning(
            "database-connections",
            detail + " Under load some get none.",
            "Raise max_connections, or lower quarkus.datasource.jdbc.max-size of the services.")
        : Finding.ok("database-connections", detail);
  }

  Finding clock() throws SQLException {
    var before = clock.instant();
    var there =
        OffsetDateTime.parse(
                database.text(
                    "select to_char(clock_timestamp() at time zone 'UTC',"
                        + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"))
            .toInstant();
    var after = clock.instant();
    var here = before.plus(Duration.between(before, after).dividedBy(2));
    var off = Duration.between(here, there);
    var seconds = String.format(Locale.ROOT, "%+.1f s", off.toMillis() / 1000.0);
    return off.abs().compareTo(CLOCK_LIMIT) > 0
        ? Finding.warning(
            "database-clock",
            "The clock of the database differs by %s from this host's: times of logs do not match"
                    .formatted(seconds)
                + " those of inspections, and certificates may count as invalid.",
            "Have both hosts' clocks set by NTP.")
        : Finding.ok(
            "database-clock", "The clock of the database is right (%s).".formatted(seconds));
  }
}
