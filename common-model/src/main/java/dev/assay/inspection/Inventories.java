package dev.assay.inspection;

import dev.assay.document.Document;
import dev.assay.document.DocumentBodies;
import dev.assay.document.DocumentTransfers;
import dev.assay.document.DocumentTransfers.Place;
import dev.assay.document.Documents;
import dev.assay.document.InventoryConfig;
import dev.assay.document.InventoryConfig.DataBackend;
import dev.assay.document.StoredText;
import dev.assay.statement.JoinedWrites;
import dev.assay.storedjson.CompressedJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;

/** Stores the results of all successful inspections; the latest is the inventory of the node. */
@ApplicationScoped
public class Inventories {
  private static final long LATEST = Long.MAX_VALUE;

  /** The latest result of {@code node} with its documents. */
  private static final String RESULT =
      """
      lateral (
        select i.size + p.size as bytes, i.place as inventory_place, i.body as inventory_body,
          p.place as plugin_data_place, p.body as plugin_data_body
        from (select * from inspection_result
              where node_id = node.id and inspection_id between %1$s and %2$s
              order by inspection_id desc limit 1) r
        join document i on i.node_id = r.node_id and i.digest = r.inventory
        join document p on p.node_id = r.node_id and p.digest = r.plugin_data
      ) result
      """;

  private static final String LATEST_RESULT = RESULT.formatted("0", "9223372036854775807");

  private final Session database;
  private final Documents documents;
  private final DocumentBodies bodies;
  private final DocumentTransfers transfers;
  private final boolean toStore;

  /** Inventory and plugin data as JSON objects. */
  public record Texts(CompressedJson inventory, CompressedJson pluginData) {}

  /** Where inventory and plugin data are. */
  public record Stored(StoredText inventory, StoredText pluginData) {
    /** Reads both, as {@link StoredText#read} does. */
    public Texts read() {
      return new Texts(inventory.read(), pluginData.read());
    }
  }

  /** A stored result and its compressed size in bytes; the result is empty when it is too large. */
  public record Sized(long bytes, Optional<Stored> stored) {}

  /**
   * A node, by its row number, and its stored result; empty when no inspection of it ever
   * succeeded.
   */
  public record OfNode(long nodeId, Optional<Stored> stored) {}

  /** What an inspection found. */
  public record Result(Document inventory, Document pluginData) {}

  Inventories(
      Session database,
      Documents documents,
      DocumentBodies bodies,
      DocumentTransfers transfers,
      InventoryConfig config) {
    this.database = database;
    this.documents = documents;
    this.bodies = bodies;
    this.transfers = transfers;
    this.toStore = config.dataBackend() == DataBackend.S3;
  }

  /** As below, alone. */
  public void keep(Inspection inspection, Result result, Optional<Document> more, Instant now) {
    keep(inspection, result, more, now, new JoinedWrites());
  }

  /**
   * Stores the result of {@code inspection}, and in the same round trip {@code more}, another
   * document of its node, and {@code also}.
   */
  public void keep(
      Inspection inspection,
      Result result,
      Optional<Document> more,
      Instant now,
      JoinedWrites also) {
    var given = Stream.of(Optional.of(result.inventory()), Optional.of(result.pluginData()), more);
    also.add(
            "result",
            """
            insert into inspection_result
              (inspection_id, node_id, inventory, plugin_data, created_at)
            values (:run, :of, :inventory, :pluginData, :now)
            on conflict (inspection_id) do update
            set inventory = excluded.inventory, plugin_data = excluded.plugin_data,
                created_at = excluded.created_at
            """)
        .set("run", inspection.id())
        .set("of", inspection.nodeId())
        .set("inventory", result.inventory().digest().bytes())
        .set("pluginData", result.pluginData().digest().bytes())
        .set("now", now);
    documents.keep(inspection.nodeId(), given.flatMap(Optional::stream).toList(), also);
    if (toStore) {
      var digests = Set.of(result.inventory().digest(), result.pluginData().digest());
      transfers.order(inspection.nodeId(), digests, Place.S3);
    }
  }

  /**
   * Returns the latest result; empty when no inspection of the node ever succeeded. {@code nodeId}
   * is the row number.
   */
  public Optional<Stored> find(long nodeId) {
    return find(nodeId, LATEST, Long.MAX_VALUE).flatMap(Sized::stored);
  }

  /**
   * Returns the compressed size of the latest result, and the result itself unless it has more than
   * {@code most} bytes; empty when no inspection of the node ever succeeded.
   */
  public Optional<Sized> find(long nodeId, long most) {
    return find(nodeId, LATEST, most);
  }

  /** As above, of one inspection; empty when it did not succeed or its result was deleted. */
  public Optional<Sized> find(Inspection inspection, long most) {
    return find(inspection.nodeId(), inspection.id(), most);
  }

  private Optional<Sized> find(long nodeId, long inspection, long most) {
    return typed(
            database.createNativeQuery(
                """
                select node.id as node_id, bytes,
                  inventory_place, case when bytes <= ?2 then inventory_body end as inventory_body,
                  plugin_data_place,
                  case when bytes <= ?2 then plugin_data_body end as plugin_data_body
                from node cross join %s where node.id = ?1
                """
                    .formatted(RESULT.formatted("?3", "?4")),
                Object[].class))
        .setParameter(1, nodeId)
        .setParameter(2, most)
        .setParameter(3, inspection == LATEST ? 0 : inspection)
        .setParameter(4, inspection)
        .uniqueResultOptional()
        .map(row -> sized(row, most));
  }

  private Sized sized(Object[] row, long most) {
    var bytes = (Long) row[1];
    return new Sized(bytes, bytes <= most ? Optional.of(stored(row)) : Optional.empty());
  }

  /**
   * Returns the next results after the node with row number {@code after}, ordered by that number:
   * at most {@code rows}, and at most {@code bytes} together, compressed. The first one is returned
   * even if it is larger.
   */
  public List<OfNode> page(long after, int rows, long bytes) {
    return page(
        "cross join " + LATEST_RESULT,
        "node.id > ?1",
        query -> query.setParameter(1, after).setParameter(2, rows),
        bytes);
  }

  /**
   * As above, for the nodes with the row numbers {@code only}, including those without a result.
   */
  public List<OfNode> page(Collection<Long> only, long after, int rows, long bytes) {
    return page(
        "left join %s on true".formatted(LATEST_RESULT),
        "node.id = any(?4) and node.id > ?1",
        query ->
            query
                .setParameter(1, after)
                .setParameter(2, rows)
                .setParameter(4, only.toArray(Long[]::new)),
        bytes);
  }

  /** Limits the nodes to {@code bytes}; the database knows the sizes without reading the values. */
  private List<OfNode> page(
      String join, String condition, UnaryOperator<NativeQuery<Object[]>> given, long bytes) {
    var query =
        database.createNativeQuery(
            """
            select node_id, bytes, inventory_place, inventory_body, plugin_data_place,
              plugin_data_body
            from (
              select *, row_number() over nodes as number, sum(bytes) over nodes as total
              from (select node.id as node_id, result.* from node %s where %s
                    order by node.id limit ?2) as page
              window nodes as (order by node_id)
            ) as counted
            where number = 1 or total is null or total <= ?3 order by node_id
            """
                .formatted(join, condition),
            Object[].class);
    return given.apply(typed(query)).setParameter(3, bytes).getResultList().stream()
        .map(
            row ->
                new OfNode(
                    (Long) row[0], row[1] == null ? Optional.empty() : Optional.of(stored(row))))
        .toList();
  }

  /** Without the types Hibernate throws and catches an exception for each column of bytes. */
  private static NativeQuery<Object[]> typed(NativeQuery<Object[]> query) {
    return query
        .addScalar("node_id", Long.class)
        .addScalar("bytes", Long.class)
        .addScalar("inventory_place", String.class)
        .addScalar("inventory_body", byte[].class)
        .addScalar("plugin_data_place", String.class)
        .addScalar("plugin_data_body", byte[].class);
  }

  /** Of a row with the number of the node, the size, and place and body of both. */
  private Stored stored(Object[] row) {
    return new Stored(
        bodies.of((String) row[2], (byte[]) row[3]), bodies.of((String) row[4], (byte[]) row[5]));
  }
}
