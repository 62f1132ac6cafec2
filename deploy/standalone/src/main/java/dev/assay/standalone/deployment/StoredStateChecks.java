package dev.assay.standalone.deployment;

import dev.assay.doctor.Finding;
import dev.assay.secret.Keyring;
import dev.assay.secret.StoredKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Checks of what services have stored in the database. */
final class StoredStateChecks {
  /** Twice the default of assay.retention.events. */
  private static final int EVENT_DAYS = 14;

  /** More than twice the default of assay.retention.inspections. */
  private static final int INSPECTION_DAYS = 400;

  private static final int MACHINES = 10;

  private final Database database;

  StoredStateChecks(Database database) {
    this.database = database;
  }

  List<Finding> all(Optional<Path> keyFile) {
    return new Checks()
        .run("schema", this::schema)
        .run("conductor-versions", this::conductorVersions)
        .run("outbox", this::outbox)
        .run("deadlines", this::deadlines)
        .run("secrets", this::secrets)
        .run("secret-keys", () -> keys(keyFile))
        .run("retention", this::retention)
        .run("client-addresses", this::clientAddresses)
        .findings();
  }

  Finding schema() throws SQLException, IOException {
    var made = new HashSet<>(database.texts("select id from databasechangelog"));
    var known = SchemaChanges.ids();
    var missing = known.stream().filter(id -> !made.contains(id)).toList();
    known.forEach(made::remove);
    if (!missing.isEmpty()) {
      return Finding.failed(
          "schema",
          "The schema lacks changes of this version: %s. Services of this version wait for it."
              .formatted(String.join(", ", missing)),
          "Start a service of this version with assay.schema.migrate=only or always.");
    }
    return made.isEmpty()
        ? Finding.ok("schema", "The schema is that of this version.")
        : Finding.warning(
            "schema",
            "The schema has changes that this version does not know: %s."
                .formatted(made.stream().sorted().toList()),
            "Use the doctor of the version that runs; finish an upgrade that was begun.");
  }

  Finding conductorVersions() throws SQLException {
    var groups =
        ConductorOffers.differing(
            database.texts(
                """
                select jsonb_build_object('group', conductor_group, 'host', hostname, 'drivers', drivers)
                from conductor where online and expires_at > clock_timestamp() order by hostname
                """));
    return groups.isEmpty()
        ? Finding.ok("conductor-versions", "All conductors of a group offer the same drivers.")
        : Finding.warning(
            "conductor-versions",
            "Conductors of one group offer different drivers, or describe them differently (%s):"
                    .formatted(String.join("; ", groups))
                + " they are of different versions, or have different options.",
            "Finish the upgrade, or give them the same assay.conductor.enabled-hardware-types and"
                + " plug-ins.");
  }

  Finding outbox() throws SQLException {
    var late =
        database.number(
            """
            select count(*) from outbox
            where not postponed and due_at < clock_timestamp() - interval '1 minute'
            """);
    if (late > 0) {
      return Finding.failed(
          "outbox",
          "Messages that nobody has sent for a minute or longer: %d. What was ordered does not"
                  .formatted(late)
              + " happen.",
          "See the logs of API services and conductors: is the broker reachable?");
    }
    var waiting = database.number("select count(*) from outbox where postponed");
    return waiting == 0
        ? Finding.ok("outbox", "No message waits longer than a minute.")
        : Finding.warning(
            "outbox",
            "Messages whose queue no conductor has ever served: %d.".formatted(waiting),
            "Start a conductor of their group and driver.");
  }

  Finding deadlines() throws SQLException {
    var late =
        database.number(
            """
            select count(*) from inspection where stage_deadline < clock_timestamp() - interval '5 minutes'
              and stage not in ('finished', 'error')
            """);
    return late == 0
        ? Finding.ok("deadlines", "No inspection is past its deadline.")
        : Finding.failed(
            "deadlines",
            "Inspections that should have ended more than five minutes ago: %d.".formatted(late),
            "No conductor runs the task expire-inspections: see their logs.");
  }

  Finding secrets() throws SQLException {
    var plain = StoredKeys.inPlainText(database.connection());
    return plain == 0
        ? Finding.ok("secrets", "All stored secrets are encrypted.")
        : Finding.failed(
            "secrets",
            "Values with BMC passwords or other secrets that are stored in plain text: %d."
                .formatted(plain),
            "Run 'deploy/assay reencrypt', and change the passwords where that matters.");
  }

  Finding keys(Optional<Path> file) throws SQLException {
    var ids = database.texts("select id from secret_key order by created_at, id");
    if (ids.isEmpty()) {
      return Finding.warning(
          "secret-keys",
          "No service has recorded a key yet.",
          "Start API services and conductors with assay.secrets.key-file.");
    }
    if (file.isPresent()) {
      try {
        StoredKeys.require(database.connection(), Keyring.of(file.get()));
      } catch (IllegalStateException e) {
        return Finding.failed(
            "secret-keys",
            String.valueOf(e.getMessage()),
            "Without the right file the stored BMC passwords are lost: find it now.");
      }
    }
    if (ids.size() > 1) {
      return Finding.warning(
          "secret-keys",
          "Several keys are in use: %s. A rotation was not finished.".formatted(ids),
          "Run 'deploy/assay reencrypt' until it says 0 values.");
    }
    return file.isPresent()
        ? Finding.ok("secret-keys", "The key file has the key of the database, %s.".formatted(ids))
        : Finding.skipped(
            "secret-keys",
            "The database is encrypted with the key %s; --key-file checks whether your copy has it."
                .formatted(ids));
  }

  Finding retention() throws SQLException {
    var size = database.text("select pg_size_pretty(pg_database_size(current_database()))");
    var old =
        database.texts(
            """
            select 'events of ' || min(at)::date from inspection_event
            having min(at) < clock_timestamp() - make_interval(days => ?)
            union all
            select 'inspections of ' || min(finished_at)::date from inspection i
            where exists (select from inspection n where n.node_id = i.node_id and n.id > i.id)
            having min(finished_at) < clock_timestamp() - make_interval(days => ?)
            """,
            EVENT_DAYS,
            INSPECTION_DAYS);
    return old.isEmpty()
        ? Finding.ok("retention", "The database has %s; old data are deleted.".formatted(size))
        : Finding.warning(
            "retention",
            "The database has %s and still holds %s: it grows without a limit."
                .formatted(size, String.join(" and ", old)),
            "If you do not want to keep them: set assay.retention.* of the conductors to other"
                + " values than 0, and see whether their logs tell of failures of the retention.");
  }

  /** Whether all machines seem to have one address: then the load balancer's header is ignored. */
  Finding clientAddresses() throws SQLException {
    var recent = "from lookup_attempt where last_seen_at > clock_timestamp() - interval '7 days'";
    var sources = database.texts("select distinct source " + recent + " limit 2");
    var machines = database.number("select count(distinct macs) " + recent);
    if (machines < MACHINES) {
      return Finding.skipped(
          "client-addresses",
          "Too few machines were looked up to tell whether their addresses are known.");
    }
    return sources.size() > 1
        ? Finding.ok("client-addresses", "Machines are told apart by their addresses.")
        : Finding.warning(
            "client-addresses",
            "All %d machines of the last week came from %s, as if they were one: they share one limit"
                    .formatted(machines, sources.getFirst())
                + " of requests.",
            "If that is your load balancer, list it in assay.api.trusted-proxies.");
  }
}
