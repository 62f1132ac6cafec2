package dev.assay.inventory;

import dev.assay.inspection.Inspection;
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

/** The stored result of the last good inspection of each node. */
@ApplicationScoped
public class Inventories {
  private final Session database;

  /** Inventory and plugin data as JSON objects. */
  public record Stored(CompressedJson inventory, CompressedJson pluginData) {}

  /** What is stored, {@code bytes} long; empty when it is too long. */
  public record Sized(long bytes, Optional<Stored> stored) {}

  /**
   * A node, by its row number, and what is stored for it; empty when it was never inspected well.
   */
  public record OfNode(long nodeId, Optional<Stored> stored) {}

  Inventories(Session database) {
    this.database = database;
  }

  /** Replaces what is stored for the node of {@code inspection}. */
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

  /** Empty when the node was never inspected well; {@code nodeId} is the row number. */
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
   * How many bytes are stored for the node, compressed, and what, unless that is more than {@code
   * most}; empty when the node was never inspected well.
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
   * The next ones behind the node with number {@code after}, by number: at most {@code rows}, and
   * no more than have {@code bytes} together, compressed; one that alone has more comes alone.
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

  /** The same of the nodes with the numbers {@code only}, also of those that have none. */
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

  /** The sizes are known without reading the values. */
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
