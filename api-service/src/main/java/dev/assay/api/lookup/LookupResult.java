package dev.assay.api.lookup;

import dev.assay.id.NodeId;

/** The outcome of a lookup; reasons are for the log, never for the client. */
public sealed interface LookupResult {
  /** Exactly this node matches. */
  record Found(NodeId node) implements LookupResult {}

  /**
   * This node matches, but a conductor is still starting its inspection: the ramdisk must retry.
   */
  record TooEarly(NodeId node) implements LookupResult {}

  /** The keys name a node, but none can be chosen, or not now. */
  record Refused(String reason) implements LookupResult {}

  /** No node is known for this machine. */
  record Unknown(String reason) implements LookupResult {}
}
