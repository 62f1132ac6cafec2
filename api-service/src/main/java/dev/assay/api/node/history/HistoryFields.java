package dev.assay.api.node.history;

import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.attribute.Shape.Type.INTEGER;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;
import static dev.assay.attribute.Shape.Type.TEXT;
import static dev.assay.attribute.Shape.Type.UUID;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.attribute.AttributeType;
import dev.assay.node.HistoryEntry;
import java.util.List;

/** The fields of an entry of a node's history. Source: spec api.md 10.7. */
public final class HistoryFields {
  /** The minor version that introduced the history. */
  public static final int SINCE = 78;

  private static final int MAX_LENGTH = 255;
  private static final int CUT = 251;

  /** An entry as shown to one request; {@code whole} when its event is not to be truncated. */
  public record View(HistoryEntry entry, String node, ApiRequest request, boolean whole) {
    private String event() {
      var event = entry.event();
      return whole || event.codePointCount(0, event.length()) <= MAX_LENGTH
          ? event
          : event.substring(0, event.offsetByCodePoints(0, CUT)) + "...";
    }

    private ArrayNode links() {
      var href = Links.self(request, "nodes", node) + "/history/" + entry.uuid();
      var links = JsonNodeFactory.instance.arrayNode(1);
      links.addObject().put("href", href).put("rel", "self");
      return links;
    }
  }

  // spotless:off
  /** All fields. */
  public static final FieldTable<View> TABLE = new FieldTable<>(List.of(
      row("uuid",                   SINCE, true,  AttributeType.output(UUID),          "n.uuid",                 v -> v.entry().uuid()),
      row("created_at",             SINCE, true,  AttributeType.output(MOMENT),        "n.createdAt",            v -> v.entry().createdAt()),
      row("severity",               SINCE, true,  AttributeType.output(TEXT),          "n.severity",             v -> v.entry().severity()),
      row("event",                  SINCE, true,  AttributeType.output(TEXT),          "n.event",                View::event),
      row("event_type",             SINCE, false, AttributeType.outputOrNull(TEXT),    "n.eventType",            v -> v.entry().eventType()),
      row("conductor",              SINCE, false, AttributeType.outputOrNull(TEXT),    "n.conductor",            v -> v.entry().conductor()),
      row("user",                   SINCE, false, AttributeType.outputOrNull(TEXT),    "n.user",                 v -> v.entry().user()),
      row("project",                113,   false, AttributeType.outputOrNull(TEXT),    "n.id",                   _ -> null),
      row("state",                  115,   false, AttributeType.outputOrNull(TEXT),    "n.state",                v -> v.entry().state()),
      row("target_provision_state", 115,   false, AttributeType.outputOrNull(TEXT),    "n.targetProvisionState", v -> v.entry().targetProvisionState()),
      row("duration_seconds",       115,   false, AttributeType.outputOrNull(INTEGER), "n.durationSeconds",      v -> v.entry().durationSeconds()),
      Field.listed("links",         SINCE, READ_ONLY,   AttributeType.output(LINKS),         null,                     View::links)));
  // spotless:on

  private HistoryFields() {}

  private static Field<View> row(
      String name,
      int since,
      boolean listed,
      AttributeType kind,
      String column,
      Field.Reader<View> reader) {
    return listed
        ? Field.listed(name, since, READ_ONLY, kind, column, reader)
        : Field.row(name, since, READ_ONLY, kind, column, reader);
  }
}
