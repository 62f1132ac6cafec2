package dev.assay.conductor.monitoring;

import dev.assay.event.InspectionEvent;
import dev.assay.event.InspectionEvents;
import dev.assay.event.Place;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the inspections that have ended, by reading on in the events, which record every end,
 * whichever process and version caused it. Used by one thread at a time. Source:
 * docs/decisions/0049, docs/decisions/0059.
 */
@ApplicationScoped
class EndedInspections {
  private static final int BATCH = 1000;

  /** After a longer break another conductor may have counted meanwhile. */
  private static final Duration BREAK = Duration.ofSeconds(30);

  private static final Set<String> ENDS = Set.of(Stage.FINISHED.wire(), Stage.ERROR.wire());

  private final InspectionEvents events;
  private final Inspections inspections;
  private final InspectionMetrics metrics;
  private final Clock clock;

  /** Up to where events were counted; null before the first time. */
  private @Nullable Place counted;

  private Instant countedAt = Instant.MIN;

  EndedInspections(
      InspectionEvents events, Inspections inspections, InspectionMetrics metrics, Clock clock) {
    this.events = events;
    this.inspections = inspections;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Counts up to {@value BATCH} events more, within the caller's transaction; after a break it
   * begins with those to come. True when there may be more.
   */
  boolean count() {
    var now = clock.instant();
    var place = counted;
    if (place == null || countedAt.plus(BREAK).isBefore(now)) {
      counted = events.now();
      countedAt = now;
      return false;
    }
    var found = events.after(place, BATCH);
    var ended = found.stream().filter(EndedInspections::isEnd).toList();
    var timelines = inspections.timelines(ended.stream().map(InspectionEvent::inspection).toList());
    if (!found.isEmpty()) {
      counted = found.getLast().place();
    }
    countedAt = now;
    ended.forEach(metrics::ended);
    timelines.forEach(metrics::took);
    return found.size() == BATCH;
  }

  /** Inspections that took place elsewhere, and what becomes of ended ones, do not count. */
  private static boolean isEnd(InspectionEvent event) {
    return ENDS.contains(event.stage())
        && event.previousStage() != null
        && !ENDS.contains(event.previousStage());
  }
}
