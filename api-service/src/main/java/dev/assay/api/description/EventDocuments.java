package dev.assay.api.description;

import static dev.assay.api.description.Schemas.listOf;
import static dev.assay.api.description.Schemas.object;
import static dev.assay.api.description.Schemas.orNull;
import static dev.assay.api.description.Schemas.ref;
import static dev.assay.api.description.Schemas.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** The schemas of events. Source: spec api.md 9.15. */
final class EventDocuments {
  private EventDocuments() {}

  static Map<String, Schema> all() {
    var all = new LinkedHashMap<String, Schema>();
    all.put("EventList", page());
    all.put("Event", event());
    return all;
  }

  private static Schema page() {
    return object()
        .description("As text/event-stream each event is the data of an event called stage.")
        .addProperty("events", listOf(ref("Event")))
        .addProperty("last_event_id", text().description("How far this page has read."))
        .addProperty("gap", Schemas.flag().description("Events behind last_event_id were deleted."))
        .addProperty("next", text().description("Where to ask for the events that follow."))
        .required(List.of("events", "last_event_id", "gap", "next"));
  }

  private static Schema event() {
    return object()
        .addProperty("id", text().description("Its place in the order of events."))
        .addProperty("type", text())
        .addProperty("at", text().format("date-time"))
        .addProperty("node_uuid", text().format("uuid"))
        .addProperty("node_name", orNull(text()))
        .addProperty("conductor_group", text())
        .addProperty("inspection_uuid", text().format("uuid"))
        .addProperty("cause", text())
        .addProperty("stage", text().description("The stage that was reached."))
        .addProperty("previous_stage", orNull(text()))
        .addProperty("error_code", orNull(text()))
        .addProperty("error", orNull(text()))
        .required(List.of("id", "type", "at", "node_uuid", "inspection_uuid", "cause", "stage"));
  }
}
