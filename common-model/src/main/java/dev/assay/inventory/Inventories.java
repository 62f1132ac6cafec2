package dev.assay.inventory;

import dev.assay.inspection.Inspection;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import org.hibernate.Session;

/** The stored result of the last good inspection of each node. */
@ApplicationScoped
public class Inventories {
  private final Session database;

  /** Inventory and plugin data as JSON objects. */
  public record Stored(CompressedJson inventory, CompressedJson pluginData) {}

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
        .map(
            row ->
                new Stored(
                    new CompressedJson((byte[]) row[0]), new CompressedJson((byte[]) row[1])));
  }
}
