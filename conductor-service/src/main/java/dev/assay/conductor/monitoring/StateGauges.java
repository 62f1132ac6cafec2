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

  /** All gauges of one name: what it is, its label with its values, and what reads them. */
  private record Family(
      String name,
      String about,
      String label,
      List<String> values,
      Supplier<Map<String, Double>> source,
      Counts counts) {
    Family(
        String name,
        String about,
        String label,
        List<String> values,
        Supplier<Map<String, Double>> source) {
      this(name, about, label, values, source, new Counts(new ConcurrentHashMap<>()));
    }

    void read() {
      counts.byValue.putAll(source.get());
    }
  }

  private record Counts(Map<String, Double> byValue) {
    double of(String value) {
      return byValue.getOrDefault(value, Double.NaN);
    }
  }

  StateGauges(StateCounts counts, MeterRegistry metrics, Clock clock) {
    this.metrics = metrics;
    this.clock = clock;
    this.families =
        List.of(
            new Family(
                "assay.nodes",
                "Nodes by provision state",
                "provision_state",
                StateCounts.PROVISION_STATES,
                counts::nodes),
            new Family(
                "assay.inspections.active",
                "Inspections that have not ended, by stage",
                "stage",
                StateCounts.STAGES,
                counts::activeInspections),
            new Family(
                "assay.inspections.overdue",
                "Inspections whose stage is past its deadline and not yet ended, by stage",
                "stage",
                StateCounts.STAGES,
                counts::overdueInspections),
            new Family(
                "assay.outbox.messages",
                "Messages that are due and not delivered, by destination",
                "destination",
                StateCounts.DESTINATIONS,
                counts::messages),
            new Family(
                "assay.outbox.messages.without.receiver",
                "Messages whose queue no conductor has ever served, by destination",
                "destination",
                StateCounts.DESTINATIONS,
                counts::messagesWithoutReceiver),
            new Family(
                "assay.outbox.oldest.message.age.seconds",
                "How long the oldest message has waited that has a receiver, by destination",
                "destination",
                StateCounts.DESTINATIONS,
                counts::oldestMessages),
            new Family(
                "assay.leases",
                "Leases that are held, by kind",
                "kind",
                StateCounts.LEASES,
                counts::leases),
            new Family(
                "assay.conductors",
                "Registered conductors by state",
                "state",
                StateCounts.CONDUCTORS,
                counts::conductors),
            new Family(
                "assay.webhooks",
                "Webhooks by state",
                "state",
                StateCounts.WEBHOOKS,
                counts::webhooks));
  }

  /** Offers all gauges, without values until the first {@link #refresh}. */
  void offer() {
    families.forEach(family -> family.values().forEach(value -> offer(family, value)));
  }

  private void offer(Family family, String value) {
    Gauge.builder(
            family.name(), family.counts(), counts -> isValid() ? counts.of(value) : Double.NaN)
        .description(family.about())
        .tag(family.label(), value)
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
