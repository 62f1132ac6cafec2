package dev.assay.scenario;

import dev.assay.simulator.Rack;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** Gives each test of a class machines that no other test has touched. */
public final class SpareMachines {
  private final Map<HardwareKind, Deque<Machine>> spare = new EnumMap<>(HardwareKind.class);

  public SpareMachines(Rack rack) {
    for (var machine : rack.machines()) {
      spare.computeIfAbsent(machine.hardware().kind(), _ -> new ArrayDeque<>()).add(machine);
    }
  }

  /** A machine of that kind that no test has used and that has no fault. */
  public synchronized Machine take(HardwareKind kind) {
    var machines = spare.get(kind);
    if (machines == null || machines.isEmpty()) {
      throw new IllegalStateException("the rack has no " + kind + " left");
    }
    return machines.remove();
  }

  /** A machine of the most common kind that no test has used and that has no fault. */
  public Machine take() {
    return take(HardwareKind.ONE_U_TWO_SOCKET);
  }
}
