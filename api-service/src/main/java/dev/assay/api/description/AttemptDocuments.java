package dev.assay.api.description;

import static dev.assay.api.description.Schemas.NOTHING_ELSE;
import static dev.assay.api.description.Schemas.flag;
import static dev.assay.api.description.Schemas.integer;
import static dev.assay.api.description.Schemas.listOf;
import static dev.assay.api.description.Schemas.object;
import static dev.assay.api.description.Schemas.oneOf;
import static dev.assay.api.description.Schemas.orNull;
import static dev.assay.api.description.Schemas.page;
import static dev.assay.api.description.Schemas.ref;
import static dev.assay.api.description.Schemas.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.models.media.Schema;

/**
 * The schemas of explanations and of the inbox of unmatched payloads. Source: spec api.md 9.13 and
 * 9.14.
 */
final class AttemptDocuments {
  private AttemptDocuments() {}

  static Map<String, Schema> all() {
    var all = new LinkedHashMap<String, Schema>();
    all.put("SentKeys", keys());
    all.put("Candidate", candidate());
    all.put("Explanation", explanation());
    all.put("BriefInspection", briefInspection());
    all.put(
        "ExplanationList",
        object()
            .addProperty("explanations", listOf(ref("Explanation")))
            .addProperty(
                "inspection",
                ref("BriefInspection")
                    .description("Only when asked by node: its latest inspection, if any."))
            .required(List.of("explanations")));
    all.put("Unmatched", unmatched());
    all.put("UnmatchedList", page("unmatched", "Unmatched"));
    all.put(
        "ReplayTarget",
        object()
            .description("Without a member the data go where they would go if they were sent now.")
            .addProperty("node", orNull(text()).description("UUID or name: onto this node."))
            .addProperty("discover", flag().description("True: onto a new node."))
            .additionalPropertiesSchema(NOTHING_ELSE));
    return all;
  }

  private static Schema keys() {
    return object()
        .description("What the machine sent to identify itself, of each kind 64 at most.")
        .addProperty("node_uuid", orNull(text().format("uuid")))
        .addProperty("macs", listOf(text()))
        .addProperty("bmc_addresses", listOf(text()))
        .required(List.of("node_uuid", "macs", "bmc_addresses"));
  }

  private static Schema candidate() {
    return object()
        .description("A node that was considered, as it was then.")
        .addProperty("node", text().format("uuid"))
        .addProperty("state", text())
        .addProperty("by", listOf(oneOf(List.of("uuid", "mac", "bmc_address"))))
        .addProperty("agrees", listOf(text()).description("The sent keys that are this node's."))
        .addProperty("disagrees", listOf(text()).description("Those that are another node's."))
        .required(List.of("node", "state", "by", "agrees", "disagrees"));
  }

  private static Schema explanation() {
    return object()
        .addProperty("reference", text().description("Of the latest response."))
        .addProperty("kind", oneOf(List.of("lookup", "callback")))
        .addProperty("at", text().format("date-time").description("Of the latest one."))
        .addProperty("outcome", text().description("A code: ACCEPTED, or why not."))
        .addProperty("reason", text().description("The same in a sentence, with names."))
        .addProperty("hint", orNull(text()).description("What to do about it."))
        .addProperty("candidates", listOf(ref("Candidate")))
        .addProperty("keys", ref("SentKeys").description("Absent from an accepted callback."))
        .addProperty("source", orNull(text()).description("The address that it came from."))
        .addProperty("request_id", orNull(text()))
        .addProperty("times", integer().description("How often the same came."))
        .addProperty("first_seen_at", text().format("date-time"))
        .addProperty("references", listOf(text()).description("The latest, newest first."))
        .addProperty("unmatched", orNull(text().format("uuid")).description("The data, if kept."))
        .addProperty("inspection", orNull(text().format("uuid")))
        .required(List.of("reference", "kind", "at", "outcome", "reason", "hint", "candidates"));
  }

  private static Schema briefInspection() {
    return object()
        .addProperty("uuid", text().format("uuid"))
        .addProperty("stage", text())
        .addProperty("error_code", orNull(text()))
        .addProperty("error", orNull(text()))
        .addProperty("failed_stage", orNull(text()))
        .addProperty("elapsed_seconds", orNull(integer()))
        .addProperty("usual_seconds", orNull(integer()))
        .addProperty("hint", orNull(text()))
        .required(List.of("uuid", "stage", "error_code", "error", "hint"));
  }

  private static Schema unmatched() {
    return object()
        .addProperty("uuid", text().format("uuid"))
        .addProperty("outcome", text().description("The code of the latest refusal."))
        .addProperty("reason", text().description("The same in a sentence, with names."))
        .addProperty("hint", orNull(text()).description("What to do about it."))
        .addProperty("keys", ref("SentKeys"))
        .addProperty("candidates", listOf(ref("Candidate")))
        .addProperty("reference", text().description("Of the latest response."))
        .addProperty("source", text().description("The address that they came from last."))
        .addProperty("size", integer().description("Bytes of JSON, without logs."))
        .addProperty("times", integer().description("How often the same data came."))
        .addProperty("first_seen_at", text().format("date-time"))
        .addProperty("last_seen_at", text().format("date-time"))
        .required(List.of("uuid", "outcome", "reason", "hint", "keys", "candidates", "size"));
  }
}
