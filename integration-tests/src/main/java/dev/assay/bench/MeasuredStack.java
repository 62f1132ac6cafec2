package dev.assay.bench;

import java.util.Map;
import picocli.CommandLine.Option;

/** The option {@code --stack}: the installation that a benchmark measures. */
final class MeasuredStack {
  @Option(
      names = "--stack",
      paramLabel = "STACK",
      description = "What to measure: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  StackKind kind;

  private final String benchmark;

  MeasuredStack(String benchmark, StackKind byDefault) {
    this.benchmark = benchmark;
    kind = byDefault;
  }

  Target start() {
    return Target.start(benchmark, kind);
  }

  /** As {@link #start()}, with further options of the services. */
  Target start(Map<String, String> options) {
    return Target.start(benchmark, kind, 1, options);
  }

  /** As {@link #start()}; the number of conductors counts only for separate services. */
  Target start(int conductors) {
    return Target.start(benchmark, kind, conductors, Map.of());
  }

  @Override
  public String toString() {
    return kind.toString();
  }
}
