package dev.assay.api.lookup;

import dev.assay.api.attempt.Candidate;
import dev.assay.api.attempt.Verdict;
import dev.assay.api.lookup.NodeLookup.By;
import dev.assay.api.lookup.NodeLookup.Match;
import dev.assay.id.NodeId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Tells for each node that a lookup considered which of the sent keys are its own, and which are
 * those of another one.
 */
final class Candidates {
  private Candidates() {}

  static List<Candidate> of(List<Match> matches) {
    var nodes = new LinkedHashMap<NodeId, String>();
    matches.forEach(match -> nodes.put(match.node(), match.state().wire()));
    var sent = texts(matches).stream().distinct().toList();
    return nodes.entrySet().stream()
        .limit(Verdict.MOST) // a client may send the keys of a thousand nodes
        .map(node -> candidate(node.getKey(), node.getValue(), matches, sent))
        .toList();
  }

  private static Candidate candidate(
      NodeId node, String state, List<Match> matches, List<String> sent) {
    var own = matches.stream().filter(match -> match.node().equals(node)).toList();
    var agrees = new LinkedHashSet<>(texts(own));
    return new Candidate(
        node.toString(),
        state,
        own.stream().map(match -> name(match.by())).toList(),
        List.copyOf(agrees),
        sent.stream().filter(text -> !agrees.contains(text)).toList());
  }

  /** For example "mac 52:54:00:00:00:01". */
  private static List<String> texts(List<Match> matches) {
    return matches.stream()
        .flatMap(match -> match.matched().stream().map(key -> name(match.by()) + " " + key))
        .toList();
  }

  private static String name(By by) {
    return switch (by) {
      case UUID -> "uuid";
      case MAC -> "mac";
      case BMC -> "bmc_address";
    };
  }
}
