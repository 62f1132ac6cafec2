package dev.assay.api.event;

import dev.assay.event.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The events that the feed has read and some live stream has not got. Streams that have got the
 * same share one text of the rest. For one thread.
 */
final class RecentEvents {
  /** When so many bytes wait, the feed reads no further. */
  private static final int MOST = 4 * 1024 * 1024;

  /** Texts that are kept; streams that are written in turn are at few places. */
  private static final int TEXTS = 16;

  private final ArrayDeque<EncodedEvent> events = new ArrayDeque<>();
  private final Map<Place, List<Batch>> batches = new HashMap<>();
  private long bytes;

  /** Adds the next one. */
  void add(EncodedEvent event) {
    events.addLast(event);
    bytes += event.length();
    batches.clear();
  }

  boolean isFull() {
    return bytes >= MOST;
  }

  /** Those behind {@code place}, the oldest first; none when there is nothing. */
  List<Batch> behind(Place place) {
    if (batches.size() >= TEXTS) {
      batches.clear();
    }
    return batches.computeIfAbsent(place, this::batches);
  }

  private List<Batch> batches(Place place) {
    var behind = new ArrayList<EncodedEvent>();
    for (var newest = events.descendingIterator(); newest.hasNext(); ) {
      var event = newest.next();
      if (event.place().compareTo(place) <= 0) {
        break;
      }
      behind.add(event);
    }
    return Batch.shared(behind.reversed());
  }

  /** Drops those up to {@code place}, which every stream has got. */
  void forget(Place place) {
    while (!events.isEmpty() && events.getFirst().place().compareTo(place) <= 0) {
      bytes -= events.removeFirst().length();
      batches.clear();
    }
  }
}
