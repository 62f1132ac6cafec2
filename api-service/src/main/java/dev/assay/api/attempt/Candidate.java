package dev.assay.api.attempt;

import java.util.List;

/**
 * A node that was considered for a machine, as it was then.
 *
 * @param node its UUID
 * @param state its provision state
 * @param by the keys that led to it: "uuid", "mac", "bmc_address"
 * @param agrees what the machine sent and the node has, at most {@link #MOST}
 * @param disagrees what the machine sent and another node has, at most {@link #MOST}
 */
public record Candidate(
    String node, String state, List<String> by, List<String> agrees, List<String> disagrees) {
  static final int MOST = 16;

  public Candidate {
    by = List.copyOf(by);
    agrees = first(agrees);
    disagrees = first(disagrees);
  }

  private static List<String> first(List<String> all) {
    return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
  }
}
