package dev.assay.conductor.recovery;

import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.inspection.Stage;
import dev.assay.message.Command;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Finds work whose command is probably lost: one must be under way, and nothing has happened for a
 * while. What is found counts as sent again, and is found next time after twice as long. Skips
 * nodes that a conductor works on, and nodes that no live conductor serves, whose commands stay in
 * the queue. Every method joins the caller's transaction. Source: docs/decisions/0022.
 */
@ApplicationScoped
class LostCommands {
  /** A command to send again, and the id of the request that caused it. */
  record Lost(Command command, @Nullable String requestId) {}

  private static final String NOT_LEASED_AND_SERVED =
      """
      not exists (
        select 1 from lease l
        where l.name = 'node/' || n.uuid and l.expires_at > clock_timestamp())
      and exists (
        select 1 from conductor c
        where c.online and c.expires_at > clock_timestamp()
          and c.conductor_group = n.conductor_group
          and c.drivers @> jsonb_build_array(jsonb_build_object('name', n.driver)))
      """;

  /**
   * While conductors take up commands of a kind, one that was sent later than those still waits in
   * the queue and is not lost; nor is one that was sent a little earlier, since conductors share a
   * queue. Commands that were sent again say nothing about the queue, because it may be the first
   * message that was taken up; only when there are no others, after a queue was lost, they have to
   * do. Work whose conductor died is found at once. It counts as not taken up again and gets the
   * deadline for that, a limited number of times.
   */
  private static final String INSPECTIONS =
      """
      with moving as (
        select i.stage, n.driver, n.conductor_group,
          coalesce(max(i.ordered_at) filter (where i.reorders = 0), max(i.ordered_at))
            as ordered_at
        from inspection i join node n on n.id = i.node_id
        where i.ordered_at is not null
          and i.begun_at > clock_timestamp() - 2 * :pause * interval '1 ms'
        group by i.stage, n.driver, n.conductor_group),
      lost as (
        select i.id, n.uuid as node
        from inspection i join node n on n.id = i.node_id
        left join moving m
          on m.stage = i.stage and m.driver = n.driver and m.conductor_group = n.conductor_group
        where i.ordered_at is not null and (:starts or i.stage <> 'starting')
          and (greatest(i.ordered_at, i.begun_at) < clock_timestamp()
                 - :pause * interval '1 ms' * power(2, least(i.reorders, 8))
            or i.begun_at is not null and i.reorders = 0 and exists (
                 select 1 from lease l
                 where l.name = 'node/' || n.uuid and l.expires_at <= clock_timestamp()))
          and (i.begun_at is not null or m.ordered_at is null
            or m.ordered_at > i.ordered_at + :pause / 3 * interval '1 ms')
          and
      """
          + NOT_LEASED_AND_SERVED
          + """
            order by i.ordered_at limit :most for update of i skip locked)
          update inspection i
          set ordered_at = clock_timestamp(), reorders = i.reorders + 1, begun_at = null,
            stage_deadline = case when i.begun_at is not null and i.reorders < 5
              then clock_timestamp() + :deadline * interval '1 ms' else i.stage_deadline end
          from lost where i.id = lost.id
          returning lost.node, i.uuid, i.stage, i.request_id
          """;

  private static final String NODES =
      """
      with lost as (
        select n.id from node n
        where n.ordered_at
            < clock_timestamp() - :pause * interval '1 ms' * power(2, least(n.reorders, 8))
          and
      """
          + NOT_LEASED_AND_SERVED
          + """
            order by n.ordered_at limit :most for update of n skip locked)
          update node n set ordered_at = clock_timestamp(), reorders = n.reorders + 1
          from lost where n.id = lost.id
          returning n.uuid, n.provision_state,
            case when n.target_power_state is not null then n.power_change end,
            n.power_timeout_seconds, n.power_off_after
          """;

  private final Session database;

  LostCommands(Session database) {
    this.database = database;
  }

  /**
   * The lost commands of up to {@code most} inspections, those sent first coming first; commands
   * that start an inspection only if {@code starts}.
   */
  List<Lost> ofInspections(Duration pause, Duration deadline, boolean starts, int most) {
    return database
        .createNativeQuery(INSPECTIONS, Object[].class)
        .setParameter("pause", pause.toMillis())
        .setParameter("deadline", deadline.toMillis())
        .setParameter("starts", starts)
        .setParameter("most", most)
        .getResultList()
        .stream()
        .map(
            row ->
                new Lost(
                    command(new NodeId((UUID) row[0]), (UUID) row[1], (String) row[2]),
                    (String) row[3]))
        .toList();
  }

  /**
   * The lost commands of all other work, of up to {@code most} nodes, those sent first coming
   * first.
   */
  List<Lost> ofNodes(Duration pause, int most) {
    return database
        .createNativeQuery(NODES, Object[].class)
        .setParameter("pause", pause.toMillis())
        .setParameter("most", most)
        .getResultList()
        .stream()
        .flatMap(row -> commands(row).stream())
        .map(command -> new Lost(command, null))
        .toList();
  }

  private static Command command(NodeId node, UUID inspection, String stage) {
    return switch (Stage.valueOf(stage.toUpperCase(Locale.ROOT))) {
      case STARTING -> new Command.StartInspection(node, inspection);
      case PROCESSING, REAPPLYING -> new Command.ProcessCallback(node, inspection);
      case ABORTING -> new Command.AbortInspection(node, inspection);
      case WAITING, FINISHED, ERROR, ENROLLING ->
          throw new IllegalStateException("stage " + stage + " needs no command");
    };
  }

  private static List<Command> commands(Object[] row) {
    var node = new NodeId((UUID) row[0]);
    var found = new ArrayList<Command>();
    if (ProvisionState.VERIFYING.wire().equals(row[1])) {
      found.add(new Command.VerifyNode(node));
    }
    if (ProvisionState.CLEANING.wire().equals(row[1])) {
      found.add(new Command.CleanNode(node));
    }
    if (row[2] instanceof String change) {
      var timeout = ((Number) row[3]).longValue();
      found.add(new Command.ChangePower(node, PowerState.ofWire(change).orElseThrow(), timeout));
    }
    if (row[4] instanceof UUID inspection) {
      found.add(new Command.PowerOffAfter(node, inspection));
    }
    return found;
  }
}
