package dev.assay.api.explanation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.attempt.AttemptView;
import dev.assay.api.attempt.Attempts;
import dev.assay.api.attempt.Candidate;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.explanation.AcceptedCallbacks.Accepted;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import java.time.Instant;
import java.util.List;

/**
 * What became of an attempt, or of several equal ones. Source: spec api.md 9.13.
 *
 * @param at of the latest one
 */
record Explanation(Instant at, ObjectNode shown) {
  static Explanation of(Attempts.Stored attempt) {
    var shown = StoredJson.object();
    shown.put("reference", attempt.references().getFirst());
    shown.put("kind", attempt.kind());
    shown.put("at", IsoTime.of(attempt.lastSeenAt()));
    AttemptView.outcome(shown, attempt.outcome(), attempt.sentence());
    AttemptView.candidates(shown, attempt.candidates());
    AttemptView.keys(shown, attempt.keys());
    shown.put("source", attempt.source());
    shown.put("request_id", attempt.requestId());
    shown.put("times", attempt.times());
    shown.put("first_seen_at", IsoTime.of(attempt.firstSeenAt()));
    attempt.references().forEach(shown.putArray("references")::add);
    shown.put("unmatched", attempt.payload().map(Object::toString).orElse(null));
    shown.putNull("inspection");
    return new Explanation(attempt.lastSeenAt(), shown);
  }

  static Explanation of(Accepted callback) {
    var shown = StoredJson.object();
    shown.put("reference", callback.reference());
    shown.put("kind", "callback");
    shown.put("at", IsoTime.of(callback.at()));
    AttemptView.outcome(shown, Outcome.ACCEPTED.name(), sentence(callback));
    AttemptView.candidates(
        shown,
        List.of(
            new Candidate(
                callback.node().toString(), callback.state(), List.of(), List.of(), List.of())));
    shown.putNull("source");
    shown.put("request_id", callback.requestId());
    shown.put("times", 1);
    shown.put("first_seen_at", IsoTime.of(callback.at()));
    shown.putArray("references").add(callback.reference());
    shown.putNull("unmatched");
    shown.put("inspection", callback.inspection().toString());
    return new Explanation(callback.at(), shown);
  }

  private static String sentence(Accepted callback) {
    var error = callback.error();
    return "the data belong to inspection %s of node %s, which is in stage %s"
            .formatted(callback.inspection(), callback.node(), callback.stage())
        + (error == null ? "" : ": " + error);
  }
}
