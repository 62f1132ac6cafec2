package dev.assay.api.attempt;

import dev.assay.error.ShortText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Why an attempt ended as it did; for the log and for operators, never for the client.
 *
 * @param sentence with the names of nodes and rules
 * @param candidates the nodes that were considered, at most {@link #MOST}
 */
public record Verdict(Outcome outcome, String sentence, List<Candidate> candidates) {
  public static final int MOST = 16;

  private static final int LONGEST = 2000;

  public Verdict {
    sentence = storable(ShortText.shortened(sentence, LONGEST));
    candidates = List.copyOf(candidates.subList(0, Math.min(MOST, candidates.size())));
  }

  /** A verdict without candidates. */
  public Verdict(Outcome outcome, String sentence) {
    this(outcome, sentence, List.of());
  }

  /** Without what PostgreSQL cannot store: U+0000 and half a surrogate pair. */
  private static String storable(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        .replace('\u0000', '\uFFFD');
  }
}
