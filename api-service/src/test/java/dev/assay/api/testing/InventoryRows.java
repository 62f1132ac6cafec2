package dev.assay.api.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.storedjson.CompressedJson;
import java.util.UUID;

/** Results of inspections, as conductors store them. */
public final class InventoryRows {
  private InventoryRows() {}

  /** Stores a result of {@code node} in a new inspection; returns the UUID of that. */
  public static UUID write(Site site, String node, String inventory, String pluginData) {
    return write(site, node, compressed(inventory), compressed(pluginData));
  }

  /** As above, of compressed JSON. */
  public static UUID write(Site site, String node, byte[] inventory, byte[] pluginData) {
    var inspection = UUID.randomUUID();
    site.run(
        """
        insert into inspection
          (uuid, node_id, cause, inspect_interface, stage, started_at, finished_at, timeline)
        select ?2, id, 'requested', 'agent', 'finished', now(), now(), '[]'
        from node where uuid = ?1
        """,
        UUID.fromString(node),
        inspection);
    document(site, inspection, inventory);
    document(site, inspection, pluginData);
    site.run(
        """
        insert into inspection_result (inspection_id, node_id, inventory, plugin_data, created_at)
        select id, node_id, sha256(?2), sha256(?3), now() from inspection where uuid = ?1
        """,
        inspection,
        inventory,
        pluginData);
    return inspection;
  }

  private static void document(Site site, UUID inspection, byte[] body) {
    site.run(
        """
        insert into document (node_id, digest, size, body)
        select node_id, sha256(?2), octet_length(?2), ?2 from inspection where uuid = ?1
        on conflict do nothing
        """,
        inspection,
        body);
  }

  private static byte[] compressed(String json) {
    return CompressedJson.of(json.getBytes(UTF_8)).bytes();
  }
}
