package dev.assay.api.attempt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.util.Arrays;
import java.util.List;

/** How outcomes, keys and candidates are shown to operators. Source: spec api.md 9.13. */
public final class AttemptView {
  private AttemptView() {}

  /**
   * Puts the members outcome, reason and hint into {@code shown}; the hint is null for a success,
   * and for an outcome that only newer versions know.
   */
  public static void outcome(ObjectNode shown, String outcome, String sentence) {
    shown.put("outcome", outcome);
    shown.put("reason", sentence);
    shown.put(
        "hint",
        Arrays.stream(Outcome.values())
            .filter(known -> known.name().equals(outcome))
            .map(Outcome::hint)
            .filter(hint -> !hint.isEmpty())
            .findFirst()
            .orElse(null));
  }

  /** Puts the member keys into {@code shown}: what the machine sent. */
  public static void keys(ObjectNode shown, SentKeys keys) {
    var shownKeys = shown.putObject("keys");
    shownKeys.put("node_uuid", keys.uuid().orElse(null));
    texts(shownKeys, "macs", keys.macs());
    texts(shownKeys, "bmc_addresses", keys.bmcAddresses());
  }

  /** Puts the member candidates into {@code shown}: the nodes that were considered. */
  public static void candidates(ObjectNode shown, List<Candidate> candidates) {
    var list = shown.putArray("candidates");
    for (var candidate : candidates) {
      var one = StoredJson.object();
      one.put("node", candidate.node());
      one.put("state", candidate.state());
      texts(one, "by", candidate.by());
      texts(one, "agrees", candidate.agrees());
      texts(one, "disagrees", candidate.disagrees());
      list.add(one);
    }
  }

  private static void texts(ObjectNode shown, String name, List<String> texts) {
    texts.forEach(shown.putArray(name)::add);
  }
}
