package dev.assay.bench;

import dev.assay.simulator.machine.MachineEvent;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.simulator.machine.MachineListener;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the machines of {@link Fleet} have done since the run began. Thread-safe. */
final class FleetProgress implements MachineListener {
  private final Map<Stage, Map<String, Instant>> first = new EnumMap<>(Stage.class);
  private final Map<Stage, Integer> events = new EnumMap<>(Stage.class);

  @Override
  public synchronized void happened(MachineEvent event) {
    first
        .computeIfAbsent(event.stage(), _ -> new LinkedHashMap<>())
        .putIfAbsent(event.machine(), event.at());
    events.merge(event.stage(), 1, Integer::sum);
  }

  /** How many machines have reached the stage. */
  synchronized int machines(Stage stage) {
    return first.getOrDefault(stage, Map.of()).size();
  }

  /** How often a machine reached the stage again. */
  synchronized int repeated(Stage stage) {
    return events(stage) - machines(stage);
  }

  /** How often machines reached the stage. */
  synchronized int events(Stage stage) {
    return events.getOrDefault(stage, 0);
  }

  /** When each machine reached the stage for the first time. */
  synchronized Reached reached(Stage stage, Instant start) {
    return Reached.at(
        first.getOrDefault(stage, Map.of()).values().stream()
            .map(at -> seconds(start, at))
            .toList());
  }

  static double seconds(Instant start, Instant at) {
    return Duration.between(start, at).toNanos() / 1e9;
  }
}
