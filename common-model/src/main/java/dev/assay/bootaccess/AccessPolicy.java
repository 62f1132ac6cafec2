package dev.assay.bootaccess;

import dev.assay.bootaccess.Decision.Reason;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a PXE filter that decide which machines boot, and the decision itself. Source:
 * spec pxe-filter.md 3.1.
 *
 * @param inspectInterfaces whose inspections boot a ramdisk from the network
 * @param conductorGroup the only group whose nodes may boot, in lower case; null for all groups
 * @param unknownHosts when machines without a port may boot
 * @param discovery whether auto-discovery is enabled
 */
public record AccessPolicy(
    List<String> inspectInterfaces,
    @Nullable String conductorGroup,
    UnknownHosts unknownHosts,
    boolean discovery) {
  public AccessPolicy {
    inspectInterfaces = List.copyOf(inspectInterfaces);
  }

  /**
   * What the decision about unknown machines depends on.
   *
   * @param any whether a node that may boot here is being inspected
   * @param portless whether such a node has no port
   */
  public record Inspections(boolean any, boolean portless) {
    public static final Inspections NONE = new Inspections(false, false);
  }

  /** Whether a machine with a port may boot. */
  public Decision decide(Machine machine) {
    var inspection = machine.inspection();
    if (inspection == null || !machine.onInspection()) {
      return Decision.deny(Reason.NOT_ON_INSPECTION);
    }
    if (!inspectInterfaces.contains(inspection.inspectInterface())) {
      return Decision.deny(Reason.OTHER_INTERFACE);
    }
    if (group().filter(mine -> !mine.equals(machine.conductorGroup())).isPresent()) {
      return Decision.deny(Reason.OTHER_GROUP);
    }
    return Decision.allow(Reason.ON_INSPECTION);
  }

  /** Whether machines without a port may boot. */
  public Decision decideUnknown(Inspections inspections) {
    var allowed =
        switch (unknownHosts) {
          case NEVER -> false;
          case DISCOVERY -> discovery;
          case PORTLESS -> discovery || inspections.portless();
          case INSPECTION -> discovery || inspections.any();
        };
    return allowed ? Decision.allow(Reason.UNKNOWN_ALLOWED) : Decision.deny(Reason.UNKNOWN_DENIED);
  }

  /** True when {@link #decideUnknown} depends on which nodes are being inspected. */
  public boolean followsInspections() {
    return switch (unknownHosts) {
      case NEVER, DISCOVERY -> false;
      case PORTLESS, INSPECTION -> !discovery;
    };
  }

  /** The only group whose nodes may boot; empty for all groups. */
  public Optional<String> group() {
    return Optional.ofNullable(conductorGroup);
  }
}
