package dev.assay.registration;

import dev.assay.hardware.DriverDescription;
import dev.assay.node.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Which of the conductors serve a node. Shown for a node nobody works on is one of them, by
 * rendezvous hashing, so that few nodes change when one comes or goes.
 */
public final class ConductorChoice {
  private ConductorChoice() {}

  /** The one to show; empty when none serves the node. */
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

  /** What the group's conductors say of {@code driver}; empty when none of them serves it. */
  public static Optional<DriverDescription> describe(
      String driver, String group, Collection<Conductor> conductors) {
    return conductors.stream()
        .filter(conductor -> conductor.alive() && conductor.group().equals(group))
        .flatMap(conductor -> conductor.driver(driver).stream())
        .findFirst();
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
