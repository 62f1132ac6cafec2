package dev.assay.api.event;

import dev.assay.event.InspectionEvent;
import dev.assay.event.Place;
import dev.assay.storedjson.StoredJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * What goes over a stream, as text/event-stream. Source: spec api.md 9.15, HTML Living Standard
 * 9.2.
 */
final class EventText {
  private EventText() {}

  /** One event. */
  static byte[] of(InspectionEvent event) {
    return bytes(
        "id: %s\nevent: stage\ndata: %s\n\n"
            .formatted(event.place(), StoredJson.write(event.json())));
  }

  /** The begin of a stream: when to come back, and where the stream stands. */
  static byte[] begin(Place place, Duration retry) {
    return bytes("retry: %d\nid: %s\n\n".formatted(retry.toMillis(), place));
  }

  /** A sign of life, with the place up to which the client has everything that it wants. */
  static byte[] heartbeat(Place place) {
    return bytes(": heartbeat\nid: %s\n\n".formatted(place));
  }

  /** A sign of life while the stream is between two places. */
  static byte[] comment() {
    return bytes(": heartbeat\n\n");
  }

  /** Tells that events between {@code last} and {@code place} are not there any more. */
  static byte[] gap(Place last, Place place) {
    var data = StoredJson.object();
    data.put("id", place.toString());
    data.put("type", "gap");
    data.put("last_event_id", last.toString());
    return bytes("id: %s\nevent: gap\ndata: %s\n\n".formatted(place, StoredJson.write(data)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
