package dev.assay.registration;

import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Stores the registrations and reports of all PXE filters. */
@ApplicationScoped
public class PxeFilters {
  private final Session database;

  PxeFilters(Session database) {
    this.database = database;
  }

  /**
   * Registers a filter for {@code ttl}, or renews its registration.
   *
   * @param connection commits each statement by itself
   */
  public static void register(
      Connection connection, String hostname, PxeFilterReport report, Duration ttl)
      throws SQLException {
    try (var upsert =
        connection.prepareStatement(
            """
            insert into pxe_filter (hostname, report, expires_at, updated_at)
            values (?, cast(? as jsonb), clock_timestamp() + ? * interval '1 ms', clock_timestamp())
            on conflict (hostname) do update
            set report = excluded.report, expires_at = excluded.expires_at,
                updated_at = excluded.updated_at
            """)) {
      upsert.setString(1, hostname);
      upsert.setString(2, StoredJson.write(report));
      upsert.setLong(3, ttl.toMillis());
      upsert.executeUpdate();
    }
  }

  /**
   * Removes the registration of a filter that stops deliberately, and those of filters that died a
   * day ago.
   *
   * @param connection commits each statement by itself
   */
  public static void forget(Connection connection, String hostname) throws SQLException {
    try (var delete =
        connection.prepareStatement(
            """
            delete from pxe_filter
            where hostname = ? or expires_at < clock_timestamp() - interval '1 day'
            """)) {
      delete.setString(1, hostname);
      delete.executeUpdate();
    }
  }

  /** All registered filters, alive or not, by name. */
  public List<PxeFilter> all() {
    return database
        .createNativeQuery(
            """
            select hostname, expires_at > clock_timestamp(), cast(report as text), updated_at
            from pxe_filter order by hostname
            """,
            Object[].class)
        .getResultList()
        .stream()
        .map(
            row ->
                new PxeFilter(
                    (String) row[0], (Boolean) row[1], report((String) row[2]), (Instant) row[3]))
        .toList();
  }

  /** The filter of this name, alive or not. */
  public Optional<PxeFilter> find(String hostname) {
    return all().stream().filter(filter -> filter.hostname().equals(hostname)).findFirst();
  }

  private static @Nullable PxeFilterReport report(@Nullable String json) {
    return json == null ? null : StoredJson.read(json, PxeFilterReport.class);
  }
}
