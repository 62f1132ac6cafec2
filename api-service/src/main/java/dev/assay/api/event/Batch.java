package dev.assay.api.event;

import dev.assay.event.EventFilter;
import dev.assay.event.Place;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Some events in a row with their text, which is put together once for all streams that want all of
 * them; it is short enough to be written at once.
 */
final class Batch {
  /** The text of a batch for many streams is not much longer than this, in bytes. */
  static final int SHARED_LENGTH = 64 * 1024;

  /** As above, for one stream: a text waits in memory for each client that reads slowly. */
  static final int SINGLE_LENGTH = 16 * 1024;

  private final List<EncodedEvent> events;
  private final Buffer whole;

  private Batch(List<EncodedEvent> events, Buffer whole) {
    this.events = events;
    this.whole = whole;
  }

  /**
   * Divides events for many streams; none when there are none. The text is outside of the heap and
   * freed with the batch: so it waits in memory once, however many of the clients read slowly.
   */
  static List<Batch> shared(List<EncodedEvent> events) {
    return divided(events, SHARED_LENGTH, Batch::sharedText);
  }

  /** Divides events for one stream; none when there are none. */
  static List<Batch> single(List<EncodedEvent> events) {
    return divided(events, SINGLE_LENGTH, Batch::text);
  }

  private static List<Batch> divided(
      List<EncodedEvent> events, int length, Function<List<EncodedEvent>, Buffer> text) {
    var batches = new ArrayList<Batch>();
    for (var from = 0; from < events.size(); ) {
      var to = from;
      for (var bytes = 0; to < events.size() && bytes < length; to++) {
        bytes += events.get(to).length();
      }
      var some = List.copyOf(events.subList(from, to));
      batches.add(new Batch(some, text.apply(some)));
      from = to;
    }
    return batches;
  }

  private static Buffer sharedText(List<EncodedEvent> events) {
    var text = ByteBuffer.allocateDirect(events.stream().mapToInt(EncodedEvent::length).sum());
    events.forEach(event -> text.put(event.text().getBytes()));
    return BufferImpl.buffer(Unpooled.wrappedBuffer(text.flip()));
  }

  private static Buffer text(List<EncodedEvent> events) {
    var text = Buffer.buffer();
    events.forEach(event -> text.appendBuffer(event.text()));
    return text;
  }

  /** The place of its last event. */
  Place end() {
    return events.getLast().place();
  }

  /** The text of the events behind {@code place} that {@code filter} wants; may be empty. */
  Buffer text(Place place, EventFilter filter) {
    if (filter.isAll() && place.compareTo(events.getFirst().place()) < 0) {
      return whole;
    }
    return text(
        events.stream()
            .filter(event -> place.compareTo(event.place()) < 0 && filter.matches(event.event()))
            .toList());
  }
}
