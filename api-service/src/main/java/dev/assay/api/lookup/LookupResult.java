package dev.assay.api.lookup;

import dev.assay.node.NodeId;

/** What a look-up came to; reasons are for the log, never for the caller. */
public sealed interface LookupResult {
  /** Exactly this node is meant. */
  record Found(NodeId node) implements LookupResult {}

  /** This node is meant, but a conductor is still starting its inspection: come again. */
  record TooEarly(NodeId node) implements LookupResult {}

  /** Some node is meant, but none can be chosen, or not now. */
  record Refused(String reason) implements LookupResult {}

  /** Nothing is known of this machine. */
  record Unknown(String reason) implements LookupResult {}
}
