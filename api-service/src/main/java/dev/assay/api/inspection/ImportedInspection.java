package dev.assay.api.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.body.JsonBody;
import dev.assay.attribute.AttributeType;
import dev.assay.document.Document;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection.Failure;
import dev.assay.inspection.Inspection.Past;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.inspection.SplitPayload;
import dev.assay.storedjson.JsonMember;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * An inspection of another installation as a client sends it: compressed before the node's row is
 * locked. Every byte of inventory, plugin data and payload is stored as it was sent. Source: spec
 * api.md 9.18.
 *
 * @param failure empty when it was successful
 * @param result what hooks and rules made of the data; only a failed one can be without
 * @param payload what the ramdisk sent, if it is known
 */
record ImportedInspection(
    Past past,
    Optional<Failure> failure,
    Optional<Inventories.Result> result,
    Optional<SplitPayload> payload) {
  private static final String STARTED_AT = "started_at";
  private static final String FINISHED_AT = "finished_at";
  private static final String ERROR = "error";
  private static final String DATA = "data";
  private static final String UNPROCESSED = "unprocessed";
  private static final String INVENTORY = "inventory";
  private static final Set<String> MEMBERS =
      Set.of(STARTED_AT, FINISHED_AT, ERROR, DATA, UNPROCESSED);
  private static final int LONGEST_ERROR = 10_000;

  /** Before and after these, databases and JSON have forms of their own for the year. */
  private static final Instant EARLIEST = Instant.EPOCH;

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  /** INVALID_PARAMETER for anything but the members of the spec. */
  static ImportedInspection read(byte[] body) {
    var sent = JsonBody.object(body, MEMBERS);
    var past = new Past(moment(sent, STARTED_AT), moment(sent, FINISHED_AT));
    if (past.finishedAt().isBefore(past.startedAt())) {
      throw AttributeType.refused(FINISHED_AT, "must not be before started_at");
    }
    var failure =
        Optional.ofNullable(
                AttributeType.filledText(LONGEST_ERROR).accept(ERROR, sent.path(ERROR)).textValue())
            .map(ImportedInspection::failure);
    var data = inspected(sent, DATA);
    if (failure.isEmpty() && !data) {
      throw AttributeType.refused(
          DATA, "is mandatory for an inspection without error: it is what was found");
    }
    return new ImportedInspection(
        past,
        failure,
        data ? Optional.of(result(value(body, DATA))) : Optional.empty(),
        inspected(sent, UNPROCESSED)
            ? Optional.of(SplitPayload.of(value(body, UNPROCESSED)))
            : Optional.empty());
  }

  private static Instant moment(ObjectNode sent, String name) {
    var text = AttributeType.requiredText(64).accept(name, sent.path(name)).textValue();
    try {
      var moment = OffsetDateTime.parse(text).toInstant();
      if (moment.isBefore(EARLIEST) || moment.isAfter(LATEST)) {
        throw AttributeType.refused(name, "must be between 1970 and 9999");
      }
      return moment;
    } catch (DateTimeException _) {
      throw AttributeType.refused(
          name, "must be a time with offset, such as 2026-08-01T10:20:30.123456+00:00");
    }
  }

  /** The two texts that mean the same here; others are those of plug-ins, Ironic and so on. */
  private static Failure failure(String sentence) {
    return new Failure(
        switch (sentence) {
          case "Introspection timeout" -> ErrorCode.INSPECTION_TIMEOUT;
          case "Canceled by operator" -> ErrorCode.INSPECTION_ABORTED;
          default -> null;
        },
        sentence);
  }

  /** Whether the member is there: an object with an inventory, and without logs. */
  private static boolean inspected(ObjectNode sent, String name) {
    JsonNode value = sent.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return false;
    }
    if (!value.path(INVENTORY).isObject()) {
      throw AttributeType.refused(name, "must be an object with an object \"inventory\"");
    }
    if (value.has(ReceivedLogs.MEMBER)) {
      throw AttributeType.refused(name, "must not have \"logs\": remove them");
    }
    return true;
  }

  private static Inventories.Result result(byte[] data) {
    var inventory = place(data, INVENTORY);
    var from = inventory.valueStart();
    return new Inventories.Result(
        Document.of(data, from, inventory.valueEnd() - from),
        Document.of(inventory.removedFrom(data)));
  }

  private static byte[] value(byte[] body, String name) {
    var place = place(body, name);
    return Arrays.copyOfRange(body, place.valueStart(), place.valueEnd());
  }

  private static JsonMember place(byte[] json, String name) {
    try {
      return JsonMember.find(json, name).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail, and the JSON was parsed before
    }
  }
}
