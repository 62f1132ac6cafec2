package dev.assay.registration;

import dev.assay.hardware.DriverDescription;
import dev.assay.id.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Chooses which of the conductors that serve a node the API shows while none works on it. Uses
 * rendezvous hashing, so that few nodes change conductor when one is added or removed.
 */
public final class ConductorChoice {
  private ConductorChoice() {}

  /** Returns the conductor to show; empty when none serves the node. */
  public static Optional<Conductor> of(
      NodeId node, String driver, String group, Collection<Conductor> conductors) {
    Conductor chosen = null;
    for (var conductor : conductors) { // called for each node of a page
      if (conductor.alive()
          && conductor.group().equals(group)
          && conductor.driver(driver).isPresent()
          && (chosen == null || before(node, chosen, conductor))) {
        chosen = conductor;
      }
    }
    return Optional.ofNullable(chosen);
  }

  /**
   * Returns the description of {@code driver} by a conductor of the group that is alive, else by
   * the one among those that are expected back that was alive last; empty when none of them serves
   * it.
   */
  public static Optional<DriverDescription> describe(
      String driver, String group, Collection<Conductor> conductors) {
    return conductors.stream()
        .filter(conductor -> conductor.expected() && conductor.group().equals(group))
        .filter(conductor -> conductor.driver(driver).isPresent())
        .max(Comparator.comparing(Conductor::alive).thenComparing(Conductor::updatedAt))
        .flatMap(conductor -> conductor.driver(driver));
  }

  /** Whether a conductor of the group that is alive serves {@code driver}. */
  public static boolean isServed(String driver, String group, Collection<Conductor> conductors) {
    return conductors.stream()
        .anyMatch(
            conductor ->
                conductor.alive()
                    && conductor.group().equals(group)
                    && conductor.driver(driver).isPresent());
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
