package dev.assay.inspection;

import dev.assay.storedjson.CompressedJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;
import org.hibernate.query.QueryFlushMode;
import org.jspecify.annotations.Nullable;

/** Stores the result of the last successful inspection of each node. */
@ApplicationScoped
public class Inventories {
  private final Session database;

  /** Inventory and plugin data as JSON objects. */
  public record Stored(CompressedJson inventory, CompressedJson pluginData) {}

  /** A stored result and its compressed size in bytes; the result is empty when it is too large. */
  public record Sized(long bytes, Optional<Stored> stored) {}

  /**
   * A node, by its row number, and its stored result; empty when no inspection of it ever
   * succeeded.
   */
  public record OfNode(long nodeId, Optional<Stored> stored) {}

  Inventories(Session database) {
    this.database = database;
  }

  /** Stores the result for the node of {@code inspection}, replacing the previous one. */
  public void keep(Inspection inspection, Stored result, Instant now) {
    database
        .createNativeMutationQuery(
            """
            insert into node_inventory (node_id, inspection_id, inventory, plugin_data, created_at)
            values (?1, ?2, ?3, ?4, ?5)
            on conflict (node_id) do update
            set inspection_id = excluded.inspection_id, inventory = excluded.inventory,
                plugin_data = excluded.plugin_data, created_at = excluded.created_at
            """)
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter(1, inspection.nodeId())
        .setParameter(2, inspection.id())
        .setParameter(3, result.inventory().bytes())
        .setParameter(4, result.pluginData().bytes())
        .setParameter(5, now)
        .executeUpdate();
  }

  /**
   * Returns the stored result; empty when no inspection of the node ever succeeded. {@code nodeId}
   * is the row number.
   */
  public Optional<Stored> find(long nodeId) {
    return database
        .createNativeQuery(
            "select inventory, plugin_data from node_inventory where node_id = ?1", Object[].class)
        .setParameter(1, nodeId)
        .getResultStream()
        .findFirst()
        .flatMap(row -> stored(row[0], row[1]));
  }

  /**
   * Returns the compressed size of the stored result, and the result itself unless it has more than
   * {@code most} bytes; empty when no inspection of the node ever succeeded.
   */
  public Optional<Sized> find(long nodeId, long most) {
    return database
        .createNativeQuery(
            """
            select bytes, case when bytes <= ?2 then inventory end,
              case when bytes <= ?2 then plugin_data end
            from (
              select *, octet_length(inventory) + octet_length(plugin_data) as bytes
              from node_inventory where node_id = ?1
            ) as sized
            """,
            Object[].class)
        .setParameter(1, nodeId)
        .setParameter(2, most)
        .getResultStream()
        .findFirst()
        .map(row -> new Sized(((Number) row[0]).longValue(), stored(row[1], row[2])));
  }

  /**
   * Returns the next results after the node with row number {@code after}, ordered by that number:
   * at most {@code rows}, and at most {@code bytes} together, compressed. The first one is returned
   * even if it is larger.
   */
  public List<OfNode> page(long after, int rows, long bytes) {
    return page(
        """
        select node_id, inventory, plugin_data from node_inventory
        where node_id > ?1 order by node_id limit ?2
        """,
        query -> query.setParameter(1, after).setParameter(2, rows),
        bytes);
  }

  /**
   * As above, for the nodes with the row numbers {@code only}, including those without a result.
   */
  public List<OfNode> page(Collection<Long> only, long after, int rows, long bytes) {
    return page(
        """
        select node.id as node_id, inventory, plugin_data
        from node left join node_inventory on node_inventory.node_id = node.id
        where node.id = any(?4) and node.id > ?1 order by node.id limit ?2
        """,
        query ->
            query
                .setParameter(1, after)
                .setParameter(2, rows)
                .setParameter(4, only.toArray(Long[]::new)),
        bytes);
  }

  /**
   * Limits {@code rows} to {@code bytes}; the database computes the sizes without reading the
   * values.
   */
  private List<OfNode> page(String rows, UnaryOperator<NativeQuery<Object[]>> given, long bytes) {
    var query =
        database.createNativeQuery(
            """
            select node_id, inventory, plugin_data
            from (
              select *, row_number() over places as place,
                sum(octet_length(inventory) + octet_length(plugin_data)) over places as bytes
              from (%s) as page window places as (order by node_id)
            ) as counted
            where place = 1 or bytes is null or bytes <= ?3 order by node_id
            """
                .formatted(rows),
            Object[].class);
    return given.apply(query).setParameter(3, bytes).getResultList().stream()
        .map(row -> new OfNode(((Number) row[0]).longValue(), stored(row[1], row[2])))
        .toList();
  }

  private static Optional<Stored> stored(@Nullable Object inventory, @Nullable Object pluginData) {
    return inventory == null || pluginData == null
        ? Optional.empty()
        : Optional.of(
            new Stored(
                new CompressedJson((byte[]) inventory), new CompressedJson((byte[]) pluginData)));
  }
}
