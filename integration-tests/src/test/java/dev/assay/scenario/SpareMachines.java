package dev.assay.scenario;

import dev.assay.simulator.Rack;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Gives each test of a class machines that no other test has touched. */
public final class SpareMachines {
  private final List<Machine> spare;

  public SpareMachines(Rack rack) {
    spare = new ArrayList<>(rack.machines());
  }

  /** A machine of that kind that no test has used and that has no fault. */
  public Machine take(HardwareKind kind) {
    return take(kind, machine -> machine.hardware().kind() == kind);
  }

  /** A machine with that kind of BMC that no test has used and that has no fault. */
  public Machine take(BmcKind kind) {
    return take(kind, machine -> machine.hardware().bmcKind() == kind);
  }

  /** A machine of the most common kind that no test has used and that has no fault. */
  public Machine take() {
    return take(HardwareKind.ONE_U_TWO_SOCKET);
  }

  private synchronized Machine take(Enum<?> kind, Predicate<Machine> fits) {
    var machine =
        spare.stream()
            .filter(fits)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the rack has no " + kind + " left"));
    spare.remove(machine);
    return machine;
  }
}
