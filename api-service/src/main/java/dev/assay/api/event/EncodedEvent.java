package dev.assay.api.event;

import dev.assay.event.InspectionEvent;
import dev.assay.event.Place;
import io.vertx.core.buffer.Buffer;

/** An event with its text, which is made once for all streams. */
record EncodedEvent(InspectionEvent event, Buffer text) {
  static EncodedEvent of(InspectionEvent event) {
    return new EncodedEvent(event, Buffer.buffer(EventText.of(event)));
  }

  Place place() {
    return event.place();
  }

  /** In bytes. */
  int length() {
    return text.length();
  }
}
