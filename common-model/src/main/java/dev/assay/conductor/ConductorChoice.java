package dev.assay.conductor;

import dev.assay.node.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
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
    return conductors.stream()
        .filter(Conductor::alive)
        .filter(conductor -> conductor.group().equals(group))
        .filter(conductor -> conductor.driver(driver).isPresent())
        .max(
            Comparator.comparingLong((Conductor conductor) -> weight(node, conductor))
                .thenComparing(Conductor::hostname));
  }

  private static long weight(NodeId node, Conductor conductor) {
    var crc = new CRC32C();
    crc.update((conductor.hostname() + "/" + node).getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
