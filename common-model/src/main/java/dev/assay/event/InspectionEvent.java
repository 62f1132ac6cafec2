package dev.assay.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An inspection reached a stage.
 *
 * @param at when, as in the timeline of the inspection
 * @param node the node, which may be deleted by now
 * @param nodeName its name then; null for none
 * @param cause of the inspection: "requested" ...
 * @param stage that was reached: "starting" ...
 * @param previousStage null when the inspection began with this one
 * @param errorCode null unless the stage is "error"
 * @param error null unless the stage is "error"
 */
public record InspectionEvent(
    Place place,
    Instant at,
    UUID node,
    @Nullable String nodeName,
    String conductorGroup,
    UUID inspection,
    String cause,
    String stage,
    @Nullable String previousStage,
    @Nullable String errorCode,
    @Nullable String error) {

  /** The event as clients and webhooks get it. Source: spec api.md 9.15. */
  public ObjectNode json() {
    var json = StoredJson.object();
    json.put("id", place.toString());
    json.put("type", "stage");
    json.put("at", IsoTime.of(at));
    json.put("node_uuid", node.toString());
    json.put("node_name", nodeName);
    json.put("conductor_group", conductorGroup);
    json.put("inspection_uuid", inspection.toString());
    json.put("cause", cause);
    json.put("stage", stage);
    json.put("previous_stage", previousStage);
    json.put("error_code", errorCode);
    json.put("error", error);
    return json;
  }
}
