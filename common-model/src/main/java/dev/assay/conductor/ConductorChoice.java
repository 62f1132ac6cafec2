package dev.assay.conductor;

import dev.assay.node.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Which conductor the API shows for a node nobody works on: by rendezvous hashing among the live
 * ones of its group that serve its driver, so that few nodes change when one comes or goes.
 */
public final class ConductorChoice {
  private ConductorChoice() {}

  /** Empty when none serves the node. */
  public static Optional<Conductor> of(
      NodeId node, String driver, String group, Collection<Conductor> conductors) {
    Conductor chosen = null;
    for (var conductor : conductors) { // asked for each node of a page
      if (conductor.alive()
          && conductor.group().equals(group)
          && conductor.driver(driver).isPresent()
          && (chosen == null || before(node, chosen, conductor))) {
        chosen = conductor;
      }
    }
    return Optional.ofNullable(chosen);
  }

  private static boolean before(NodeId node, Conductor chosen, Conductor other) {
    var difference = Long.compare(weight(node, chosen), weight(node, other));
    return difference == 0 ? chosen.hostname().compareTo(other.hostname()) < 0 : difference < 0;
  }

  private static long weight(NodeId node, Conductor conductor) {
    var crc = new CRC32C();
    crc.update((conductor.hostname() + "/" + node).getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
