package dev.assay.conductor.inspection;

import dev.assay.connection.DatabaseOutage;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Stage;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hibernate.Session;
import org.jboss.logging.Logger;

/**
 * How long the stages of this fleet's inspections usually last, by the latest ones of each inspect
 * interface. Read at most every five minutes, in a transaction of its own: what cannot be read is
 * only missing from a message. Source: docs/decisions/0048.
 */
@ApplicationScoped
public class UsualDurations {
  /** How many inspections of all interfaces are looked at, the latest that ended. */
  static final int LATEST = 1000;

  /** Of fewer inspections nobody can tell what is usual. */
  static final int FEWEST = 20;

  private static final Logger LOG = Logger.getLogger(UsualDurations.class);
  private static final Duration INTERVAL = Duration.ofMinutes(5);

  private final Supplier<Map<Kind, Usual>> source;
  private final LongSupplier nanoTime;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Known known;

  /**
   * What 95 % of the stages took at most.
   *
   * @param inspections how many inspections that is from, {@link #FEWEST} or more
   */
  public record Usual(Duration most, long inspections) {}

  private record Kind(String inspectInterface, String stage) {}

  private record Known(Map<Kind, Usual> durations, long readAt) {}

  @Inject
  UsualDurations(Session database, DatabaseOutage outage) {
    this(() -> careful(() -> read(database), outage), System::nanoTime);
  }

  private UsualDurations(Supplier<Map<Kind, Usual>> source, LongSupplier nanoTime) {
    this.source = source;
    this.nanoTime = nanoTime;
    this.known = new Known(Map.of(), nanoTime.getAsLong() - INTERVAL.toNanos());
  }

  /** What is usual for {@code stage} of inspections with the interface of {@code run}. */
  public Optional<Usual> of(Inspection run, Stage stage) {
    refresh();
    return Optional.ofNullable(
        known.durations().get(new Kind(run.inspectInterface(), stage.wire())));
  }

  /** The next call reads again. */
  void forget() {
    known = new Known(Map.of(), nanoTime.getAsLong() - INTERVAL.toNanos());
  }

  /** While one thread reads, the others go by what was known before. */
  private void refresh() {
    if (nanoTime.getAsLong() - known.readAt() < INTERVAL.toNanos() || !reading.tryLock()) {
      return;
    }
    try {
      known = new Known(source.get(), nanoTime.getAsLong());
    } finally {
      reading.unlock();
    }
  }

  private static Map<Kind, Usual> careful(
      Supplier<Map<Kind, Usual>> source, DatabaseOutage outage) {
    try {
      return QuarkusTransaction.requiringNew().call(source::get);
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.warn("How long inspections usually take cannot be read; their failures do without.", e);
      }
      return Map.of();
    }
  }

  /** Only stages that led on to another one: how long one lasted that failed is not usual. */
  private static Map<Kind, Usual> read(Session database) {
    return database
        .createNativeQuery(
            """
            with latest as (
              select id, inspect_interface, timeline from inspection
              where finished_at is not null and cause not in ('reapplied', 'imported')
              order by finished_at desc, id desc limit ?1),
            reached as (
              select l.id, l.inspect_interface, t.step ->> 'stage' as stage,
                     cast(t.step ->> 'at' as timestamptz) as at, t.place
              from latest l
              cross join lateral jsonb_array_elements(l.timeline) with ordinality t (step, place)),
            lasted as (
              select inspect_interface, stage, lead(stage) over run as next,
                     extract(epoch from lead(at) over run - at) as seconds
              from reached window run as (partition by id order by place))
            select inspect_interface, stage, count(*),
                   percentile_disc(0.95) within group (order by seconds)
            from lasted where next not in ('error', 'aborting')
            group by inspect_interface, stage having count(*) >= ?2
            """,
            Object[].class)
        .setParameter(1, LATEST)
        .setParameter(2, FEWEST)
        .getResultList()
        .stream()
        .collect(
            Collectors.toUnmodifiableMap(
                row -> new Kind((String) row[0], (String) row[1]),
                row ->
                    new Usual(
                        seconds(((Number) row[3]).doubleValue()), ((Number) row[2]).longValue())));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * TimeUnit.SECONDS.toMillis(1)));
  }
}
