package dev.assay.api.inspection;

import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.attribute.Shape.Type.FLAG;
import static dev.assay.attribute.Shape.Type.INTEGER;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;
import static dev.assay.attribute.Shape.Type.OBJECT;
import static dev.assay.attribute.Shape.Type.OBJECTS;
import static dev.assay.attribute.Shape.Type.TEXT;
import static dev.assay.attribute.Shape.Type.UUID;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.attribute.AttributeType;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspection.Failed;
import dev.assay.inspection.ResultHistory.Found;
import dev.assay.inspection.Trace;
import dev.assay.time.IsoTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Defines the fields of an inspection that clients see. */
public final class InspectionFields {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int FIRST = 1;

  /**
   * An inspection and the request that it is shown to.
   *
   * @param result null when the inspection has none
   * @param trace empty when it is not shown
   */
  public record View(
      Inspection run, String node, @Nullable Found result, Trace trace, ApiRequest request) {
    /** The same with its trace. */
    View with(Trace shown) {
      return new View(run, node, result, shown, request);
    }

    private @Nullable String inventoryDigest() {
      return result == null ? null : result.inventory().hex();
    }

    private @Nullable Boolean inventoryChanged() {
      return result == null ? null : result.changed();
    }

    private @Nullable String hint() {
      return Arrays.stream(ErrorCode.values())
          .filter(code -> code.name().equals(run.errorCode()))
          .map(ErrorCode::hint)
          .findFirst()
          .orElse(null); // also for a code that only newer conductors know
    }

    private @Nullable String failedStage() {
      return run.failed().map(Failed::stage).orElse(null);
    }

    private @Nullable Long elapsedSeconds() {
      return run.failed().map(failed -> whole(failed.seconds())).orElse(null);
    }

    private @Nullable Long usualSeconds() {
      return run.failed().map(Failed::usualSeconds).map(View::whole).orElse(null);
    }

    /** Rounded up. */
    private static long whole(double seconds) {
      return (long) Math.ceil(seconds);
    }

    /** What an explanation tells of it. */
    public ObjectNode brief() {
      return JSON.objectNode()
          .put("uuid", run.uuid().toString())
          .put("stage", run.stage().wire())
          .put("error_code", run.errorCode())
          .put("error", run.error())
          .put("failed_stage", failedStage())
          .put("elapsed_seconds", elapsedSeconds())
          .put("usual_seconds", usualSeconds())
          .put("hint", hint());
    }

    private ArrayNode timeline() {
      var timeline = JSON.arrayNode();
      for (var reached : run.timeline()) {
        timeline.addObject().put("stage", reached.stage()).put("at", IsoTime.of(reached.at()));
      }
      return timeline;
    }

    private ArrayNode links() {
      var href = Links.self(request, "nodes", node) + "/inspections/" + run.uuid();
      var links = JSON.arrayNode(1);
      links.addObject().put("href", href).put("rel", "self");
      return links;
    }
  }

  // spotless:off
  /** All fields. */
  public static final FieldTable<View> TABLE = new FieldTable<>(List.of(
      row("uuid",              true,  AttributeType.output(UUID),         v -> v.run().uuid()),
      row("cause",             true,  AttributeType.output(TEXT),         v -> v.run().cause()),
      row("stage",             true,  AttributeType.output(TEXT),         v -> v.run().stage().wire()),
      row("started_at",        true,  AttributeType.output(MOMENT),       v -> v.run().startedAt()),
      row("finished_at",       true,  AttributeType.outputOrNull(MOMENT), v -> v.run().finishedAt()),
      row("error_code",        true,  AttributeType.outputOrNull(TEXT),   v -> v.run().errorCode()),
      row("error",             true,  AttributeType.outputOrNull(TEXT),   v -> v.run().error()),
      row("failed_stage",      false, AttributeType.outputOrNull(TEXT),   View::failedStage),
      row("elapsed_seconds",   false, AttributeType.outputOrNull(INTEGER), View::elapsedSeconds),
      row("usual_seconds",     false, AttributeType.outputOrNull(INTEGER), View::usualSeconds),
      row("inventory_digest",  true,  AttributeType.outputOrNull(TEXT),   View::inventoryDigest),
      row("inventory_changed", true,  AttributeType.outputOrNull(FLAG),   View::inventoryChanged),
      row("hint",              false, AttributeType.outputOrNull(TEXT),   View::hint),
      row("inspect_interface", false, AttributeType.output(TEXT),         v -> v.run().inspectInterface()),
      row("reapplied_from",    false, AttributeType.outputOrNull(UUID),   v -> v.run().reappliedFrom()),
      row("request_id",        false, AttributeType.outputOrNull(TEXT),   v -> v.run().requestId()),
      row("stage_deadline",    false, AttributeType.outputOrNull(MOMENT), v -> v.run().stageDeadline()),
      row("timeline",          false, AttributeType.output(OBJECTS),      View::timeline),
      row("trace",             false, AttributeType.output(OBJECT),       v -> TraceView.of(v.trace())),
      row("links",             true,  AttributeType.output(LINKS),        View::links)));
  // spotless:on

  private InspectionFields() {}

  private static Field<View> row(
      String name, boolean listed, AttributeType kind, Field.Reader<View> reader) {
    return listed
        ? Field.listed(name, FIRST, READ_ONLY, kind, null, reader)
        : Field.row(name, FIRST, READ_ONLY, kind, null, reader);
  }
}
