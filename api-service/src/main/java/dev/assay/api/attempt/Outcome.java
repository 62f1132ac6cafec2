package dev.assay.api.attempt;

/**
 * What became of a lookup or callback. The client is told a status that is the same for all reasons
 * of one status; code, meaning and hint are for operators. Codes are never renamed. Source: spec
 * conductor.md 4.4.
 */
public enum Outcome {
  ACCEPTED(200, "the node was found", ""),

  // The eight reasons why a lookup finds no node
  UNKNOWN_UUID(
      404,
      "no node has the UUID that the machine sent",
      "remove a wrong node_uuid from the callback URL or the kernel parameters, or enroll the node"
          + " with this UUID"),
  MACS_OF_SEVERAL_NODES(
      404,
      "the MACs are ports of several nodes",
      "delete the ports that do not belong to the machine, or the node that is enrolled twice"),
  UUID_AND_MACS_DISAGREE(
      404,
      "the UUID is one node, the MACs are ports of another",
      "correct the ports of the two nodes, or boot the machine with the UUID of its own node"),
  WRONG_STATE(
      404,
      "the node is in a state that does not wait for the machine",
      "inspect the node, so that it waits; or replay the data onto it"),
  NO_WAITING_INSPECTION(
      404,
      "the node is in inspect wait, but none of its inspections waits for data",
      "abort the node's inspection and inspect it again"),
  BMC_DISAGREES(
      404,
      "UUID or MACs are one node, the BMC address is another waiting node's",
      "correct the BMC address in driver_info of one node, or the ports of the other: the machine"
          + " or its BMC was exchanged"),
  BMC_OF_SEVERAL_NODES(
      404,
      "only the BMC address matches, and several waiting nodes have it",
      "create a port with one of the MACs for the node that the machine is"),
  NOTHING_MATCHES(
      404,
      "no node matches, and unknown machines are not enrolled",
      "enroll a node with a port that has one of the MACs and inspect it, replay the data onto a"
          + " node or into discovery, or set assay.auto-discovery.enabled"),

  // The reason of the classic API, which decides by the number of addresses
  EQUALLY_MANY_ADDRESSES(
      404,
      "as many of the addresses match several waiting nodes",
      "create a port for each MAC of the machine, and delete ports that belong to another one"),

  // Reasons of auto-discovery
  DISCOVERED_BEFORE(
      404,
      "the machine was discovered before",
      "inspect the node that was made then, or delete it to have the machine discovered again"),
  DISCOVERY_FULL(
      404,
      "too many discovered nodes wait in enroll",
      "manage or delete discovered nodes, or raise assay.auto-discovery.max-waiting"),
  TOO_MANY_ADDRESSES(
      404,
      "the machine reports more addresses than any machine has",
      "find out who sends such data: it is no machine, or its ramdisk is damaged"),
  DISCOVERY_FAILED(
      500,
      "a node for the unknown machine could not be created",
      "check that a conductor with the driver assay.auto-discovery.driver is running"),

  // Reasons of rules
  EARLY_RULE_FAILED(
      404,
      "a rule of phase early failed or refused the machine",
      "correct the rule, or the machine"),
  EARLY_RULES_TIMEOUT(
      404,
      "the rules of phase early took too long",
      "simplify the rules of phase early, or raise assay.inspector.hook-timeout"),

  NODE_BUSY(
      409,
      "a conductor works on the node",
      "nothing: the ramdisk sends again, except for those up to 2023.1; when it goes on for minutes,"
          + " see which conductor holds the node");

  private final int status;
  private final String meaning;
  private final String hint;

  Outcome(int status, String meaning, String hint) {
    this.status = status;
    this.meaning = meaning;
    this.hint = hint;
  }

  /** The HTTP status of the response; 200 stands for every success. */
  public int status() {
    return status;
  }

  /** What it means, without a full stop. */
  public String meaning() {
    return meaning;
  }

  /** What to do about it, in the imperative, without a full stop; empty for a success. */
  public String hint() {
    return hint;
  }

  /** True when the data of a callback with this outcome are worth keeping: it is not sent again. */
  boolean keepsPayload() {
    return this != ACCEPTED && this != NODE_BUSY;
  }
}
