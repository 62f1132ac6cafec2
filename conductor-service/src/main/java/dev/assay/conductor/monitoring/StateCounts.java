package dev.assay.conductor.monitoring;

import dev.assay.inspection.Stage;
import dev.assay.message.Outbox.Destination;
import dev.assay.node.ProvisionState;
import dev.assay.webhook.Webhook;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.Session;

/**
 * Counts what is stored, each kind with one query over an index. Every method joins the caller's
 * transaction, and returns a value for each of its labels, 0 for those that have no row.
 */
@ApplicationScoped
class StateCounts {
  /** The values of the label by which something is counted. */
  static final List<String> PROVISION_STATES =
      Stream.of(ProvisionState.values()).map(ProvisionState::wire).toList();

  static final List<String> STAGES =
      Stream.of(Stage.values()).filter(Stage::active).map(Stage::wire).toList();
  static final List<String> DESTINATIONS =
      Stream.of(Destination.values()).map(destination -> wire(destination.name())).toList();
  static final List<String> LEASES = List.of("node", "periodic", "pxe-filter");
  static final List<String> CONDUCTORS = List.of("alive", "left", "dead");
  static final List<String> WEBHOOKS =
      Stream.of(Webhook.State.values()).map(Webhook.State::wire).toList();

  private final Session database;

  StateCounts(Session database) {
    this.database = database;
  }

  private static String wire(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The number of nodes by provision state, as clients see it: "inspect wait" ... */
  Map<String, Double> nodes() {
    return counts(
        PROVISION_STATES, "select provision_state, count(*) from node group by provision_state");
  }

  /** The number of inspections that have not ended, by stage. */
  Map<String, Double> activeInspections() {
    return counts(
        STAGES,
        """
        select stage, count(*) from inspection where stage not in ('finished', 'error')
        group by stage
        """);
  }

  /** The number of inspections whose stage is past its deadline. */
  Map<String, Double> overdueInspections() {
    return counts(
        STAGES,
        """
        select stage, count(*) from inspection where stage_deadline < now()
        group by stage
        """);
  }

  /** The number of messages that are due and not delivered. */
  Map<String, Double> messages() {
    return messages("count(*)");
  }

  /** As above, those that nobody receives. */
  Map<String, Double> messagesWithoutReceiver() {
    return messages("count(*) filter (where postponed)");
  }

  /** The seconds that the oldest of the others has waited. */
  Map<String, Double> oldestMessages() {
    return messages(
        "coalesce(extract(epoch from clock_timestamp() - min(since) filter (where not postponed)), 0)");
  }

  private Map<String, Double> messages(String what) {
    return counts(
        DESTINATIONS,
        """
        select lower(destination), %s from outbox where since <= clock_timestamp()
        group by destination
        """
            .formatted(what));
  }

  /** The number of leases that are held, by the beginning of their names. */
  Map<String, Double> leases() {
    return counts(
        LEASES,
        """
        select split_part(name, '/', 1), count(*) from lease where expires_at > clock_timestamp()
        group by 1
        """);
  }

  /** The number of conductors that are there, that stopped deliberately, and that are missing. */
  Map<String, Double> conductors() {
    return counts(
        CONDUCTORS,
        """
        select case when not online then 'left' when expires_at > clock_timestamp() then 'alive'
               else 'dead' end, count(*)
        from conductor group by 1
        """);
  }

  /** The number of webhooks by their state, as clients see it. */
  Map<String, Double> webhooks() {
    return counts(
        WEBHOOKS,
        """
        select case when enabled then case when failures = 0 then 'working' else 'failing' end
               when given_up_at is null then 'disabled' else 'given up' end, count(*)
        from webhook group by 1
        """);
  }

  private Map<String, Double> counts(List<String> values, String sql) {
    var counts = new HashMap<String, Double>();
    values.forEach(value -> counts.put(value, 0.0));
    database.createNativeQuery(sql, Object[].class).getResultList().stream()
        .forEach(row -> counts.replace((String) row[0], ((Number) row[1]).doubleValue()));
    return counts;
  }
}
