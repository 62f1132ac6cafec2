package dev.assay.api.event;

import dev.assay.api.testing.Site;
import java.util.UUID;

/** Writes inspections as conductors do, which the database turns into events. */
final class EventRows {
  private EventRows() {}

  /** An inspection of the node that begins now; its UUID. */
  static String begun(Site site, String node, String cause) {
    var uuid = UUID.randomUUID();
    site.run(
        """
        insert into inspection (uuid, node_id, cause, inspect_interface, stage, started_at, timeline)
        select ?1, id, ?3, 'agent', 'starting', now(),
          jsonb_build_array(jsonb_build_object('stage', 'starting', 'at', now()))
        from node where uuid = ?2
        """,
        uuid,
        UUID.fromString(node),
        cause);
    return uuid.toString();
  }

  /** As above, requested by an operator. */
  static String begun(Site site, String node) {
    return begun(site, node, "requested");
  }

  static void failed(Site site, String inspection) {
    site.run(
        """
        update inspection set stage = 'error', error_code = 'BMC_UNREACHABLE', error = 'It is off.',
          finished_at = now(),
          timeline = timeline || jsonb_build_object('stage', 'error', 'at', now())
        where uuid = ?1
        """,
        UUID.fromString(inspection));
  }

  /** Only the event, in the transaction that is open. */
  static void recorded(Site site, UUID node, UUID inspection) {
    site.join(
        """
        insert into inspection_event (at, node_uuid, conductor_group, inspection_uuid, cause, stage)
        values (now(), ?1, '', ?2, 'requested', 'starting')
        """,
        node,
        inspection);
  }

  /** So many events of other nodes. */
  static void many(Site site, int count) {
    site.run(
        """
        insert into inspection_event (at, node_uuid, conductor_group, inspection_uuid, cause, stage)
        select now(), gen_random_uuid(), '', gen_random_uuid(), 'requested', 'starting'
        from generate_series(1, ?1)
        """,
        count);
  }

  static void clear(Site site) {
    site.run("delete from node");
    site.run("delete from inspection_event");
    site.run("update inspection_event_horizon set xid = '0', id = 0");
  }
}
