package dev.assay.conductor.monitoring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Gauges of what is stored, which {@link #refresh} reads from the database, not whoever reads the
 * metrics. A value is NaN where and while nobody refreshes it: an old one would be taken for the
 * present.
 */
@ApplicationScoped
class StateGauges {
  /** Longer than the interval of {@link Measurements}, which also has to become the leader. */
  private static final Duration VALID = Duration.ofSeconds(40);

  private final MeterRegistry metrics;
  private final Clock clock;
  private final List<Family> families;
  private volatile Instant refreshed = Instant.MIN;

  /** All gauges of one name: what it is, its label, and what they are read from. */
  private record Family(
      String name,
      String about,
      String label,
      Supplier<Map<String, Double>> source,
      Values values) {
    Family(String name, String about, String label, Supplier<Map<String, Double>> source) {
      this(name, about, label, source, new Values(new ConcurrentHashMap<>()));
    }

    void read() {
      values.byLabel.putAll(source.get());
    }
  }

  private record Values(Map<String, Double> byLabel) {
    double of(String label) {
      return byLabel.getOrDefault(label, Double.NaN);
    }
  }

  StateGauges(StateCounts counts, MeterRegistry metrics, Clock clock) {
    this.metrics = metrics;
    this.clock = clock;
    this.families =
        List.of(
            new Family("assay.nodes", "Nodes by provision state", "provision_state", counts::nodes),
            new Family(
                "assay.inspections.active",
                "Inspections that have not ended, by stage",
                "stage",
                counts::activeInspections),
            new Family(
                "assay.inspections.overdue",
                "Inspections whose stage is past its deadline and not yet ended, by stage",
                "stage",
                counts::overdueInspections),
            new Family(
                "assay.outbox.messages",
                "Messages that are due and not delivered, by destination",
                "destination",
                counts::messages),
            new Family(
                "assay.outbox.messages.without.receiver",
                "Messages whose queue no conductor has ever served, by destination",
                "destination",
                counts::messagesWithoutReceiver),
            new Family(
                "assay.outbox.oldest.message.age.seconds",
                "How long the oldest message has waited that has a receiver, by destination",
                "destination",
                counts::oldestMessages),
            new Family("assay.leases", "Leases that are held, by kind", "kind", counts::leases),
            new Family(
                "assay.conductors", "Registered conductors by state", "state", counts::conductors));
  }

  /** Offers all gauges, without values until the first {@link #refresh}. */
  void offer() {
    families.forEach(
        family -> StateCounts.values(family.label()).forEach(label -> offer(family, label)));
  }

  private void offer(Family family, String label) {
    Gauge.builder(
            family.name(), family.values(), values -> isValid() ? values.of(label) : Double.NaN)
        .description(family.about())
        .tag(family.label(), label)
        .strongReference(true)
        .register(metrics);
  }

  private boolean isValid() {
    return refreshed.plus(VALID).isAfter(clock.instant());
  }

  /** Reads everything, within the caller's transaction. */
  void refresh() {
    families.forEach(Family::read);
    refreshed = clock.instant();
  }
}
