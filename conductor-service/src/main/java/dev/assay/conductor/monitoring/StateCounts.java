package dev.assay.conductor.monitoring;

import dev.assay.inspection.Stage;
import dev.assay.message.Outbox.Destination;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.hibernate.Session;

/**
 * Counts what is stored, each kind with one query over an index. Every method joins the caller's
 * transaction, and returns a value for each of its labels, 0 for those that have no row.
 */
@ApplicationScoped
class StateCounts {
  /** The values of each label. */
  private static final Map<String, List<String>> LABELS =
      Map.of(
          "provision_state",
          Stream.of(ProvisionState.values()).map(ProvisionState::wire).toList(),
          "stage",
          Stream.of(Stage.values()).filter(Stage::active).map(Stage::wire).toList(),
          "destination",
          Stream.of(Destination.values()).map(destination -> wire(destination.name())).toList(),
          "kind",
          List.of("node", "periodic", "pxe-filter"),
          "state",
          List.of("alive", "left", "dead"));

  private final Session database;

  StateCounts(Session database) {
    this.database = database;
  }

  /** The values of {@code label}, which is a key of {@link #LABELS}. */
  static List<String> values(String label) {
    return Objects.requireNonNull(LABELS.get(label));
  }

  private static String wire(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The number of nodes by provision state, as clients see it: "inspect wait" ... */
  Map<String, Double> nodes() {
    return counts(
        "provision_state", "select provision_state, count(*) from node group by provision_state");
  }

  /** The number of inspections that have not ended, by stage. */
  Map<String, Double> activeInspections() {
    return counts(
        "stage",
        """
        select stage, count(*) from inspection where stage not in ('finished', 'error')
        group by stage
        """);
  }

  /** The number of inspections whose stage is past its deadline. */
  Map<String, Double> overdueInspections() {
    return counts(
        "stage",
        """
        select stage, count(*) from inspection where stage_deadline < clock_timestamp()
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
        "destination",
        """
        select lower(destination), %s from outbox where since <= clock_timestamp()
        group by destination
        """
            .formatted(what));
  }

  /** The number of leases that are held, by the beginning of their names. */
  Map<String, Double> leases() {
    return counts(
        "kind",
        """
        select split_part(name, '/', 1), count(*) from lease where expires_at > clock_timestamp()
        group by 1
        """);
  }

  /** The number of conductors that are there, that stopped deliberately, and that are missing. */
  Map<String, Double> conductors() {
    return counts(
        "state",
        """
        select case when not online then 'left' when expires_at > clock_timestamp() then 'alive'
               else 'dead' end, count(*)
        from conductor group by 1
        """);
  }

  private Map<String, Double> counts(String label, String sql) {
    var counts = new HashMap<String, Double>();
    values(label).forEach(value -> counts.put(value, 0.0));
    database
        .createNativeQuery(sql, Object[].class)
        .getResultStream()
        .forEach(row -> counts.replace((String) row[0], ((Number) row[1]).doubleValue()));
    return counts;
  }
}
