package dev.assay.api.lookup;

import dev.assay.api.attempt.Candidate;
import dev.assay.api.attempt.Verdict;
import dev.assay.id.NodeId;
import java.util.List;

/** The outcome of a lookup; verdicts and candidates are for operators, never for the client. */
public sealed interface LookupResult {
  /** Exactly this node matches. */
  record Found(NodeId node, List<Candidate> candidates) implements LookupResult {}

  /**
   * This node matches, but a conductor is still starting its inspection: the ramdisk must retry.
   */
  record TooEarly(NodeId node, List<Candidate> candidates) implements LookupResult {}

  /** The keys name a node, but none can be chosen, or not now. */
  record Refused(Verdict verdict) implements LookupResult {}

  /** No node is known for this machine. */
  record Unknown(Verdict verdict) implements LookupResult {}
}
