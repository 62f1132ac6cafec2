package dev.assay.api.introspection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.storedjson.StoredJson;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The latest inspection of a node as the classic API shows it. Source: spec inspector-compat.md 3.
 *
 * @param node its UUID identifies the introspection
 * @param stage the name of the stage, which is the classic state
 * @param finishedAt null while it runs
 * @param errorCode null for no error
 * @param error for the operator; null for no error
 */
record IntrospectionStatus(
    UUID node,
    String stage,
    Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable String errorCode,
    @Nullable String error) {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  /** The text that classic clients know. */
  private static final String TIMEOUT = "Introspection timeout";

  static IntrospectionStatus of(UUID node, Inspection run) {
    return new IntrospectionStatus(
        node, run.stage().wire(), run.startedAt(), run.finishedAt(), run.errorCode(), run.error());
  }

  /** {@code base} is the address of the classic API, without a slash at its end. */
  ObjectNode json(String base) {
    var shown = StoredJson.object();
    shown.put("uuid", node.toString());
    shown.put("finished", finishedAt != null);
    shown.put("state", stage);
    shown.put("started_at", time(startedAt));
    shown.put("finished_at", finishedAt == null ? null : time(finishedAt));
    shown.put("error", text());
    shown
        .putArray("links")
        .addObject()
        .put("href", base + "/v1/introspection/" + node)
        .put("rel", "self");
    return shown;
  }

  private @Nullable String text() {
    if (ErrorCode.INSPECTION_TIMEOUT.name().equals(errorCode)) {
      return TIMEOUT;
    }
    return ErrorCode.INSPECTION_ABORTED.name().equals(errorCode)
        ? AbortIntrospection.ABORTED
        : error;
  }

  /** UTC without an offset, such as 2026-08-01T10:20:30 or 2026-08-01T10:20:30.123456. */
  private static String time(Instant at) {
    var time = LocalDateTime.ofInstant(at, ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
    var whole = time.equals(time.truncatedTo(ChronoUnit.SECONDS));
    return time.format(whole ? SECONDS : MICROSECONDS);
  }
}
