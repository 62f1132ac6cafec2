package dev.assay.conductor.command;

import dev.assay.conductor.work.WorkOutcome;
import dev.assay.message.Command;
import dev.assay.registration.ConductorConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** How many commands this conductor carries out, how long they take, and how they end. */
@ApplicationScoped
class CommandMetrics {
  private static final Duration[] LIMITS =
      Stream.of(10, 50, 100, 500, 1_000, 5_000, 15_000, 60_000, 300_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private static final List<String> COMMANDS =
      List.of(
          Command.VERIFY_NODE,
          Command.START_INSPECTION,
          Command.PROCESS_CALLBACK,
          Command.ABORT_INSPECTION,
          Command.POWER_OFF_AFTER,
          Command.CLEAN_NODE,
          Command.CHANGE_POWER,
          Command.CALL_API);

  private static final String DONE = "done";
  private static final String NOTHING_TO_DO = "nothing-to-do";
  private static final String NODE_BUSY = "node-busy";
  private static final String NOT_SERVED_HERE = "not-served-here";
  private static final String LEASE_LOST = "lease-lost";
  private static final String STORE_AWAY = "store-away";
  private static final String FAILED = "failed";

  private static final List<String> OUTCOMES =
      List.of(DONE, NOTHING_TO_DO, NODE_BUSY, NOT_SERVED_HERE, LEASE_LOST, STORE_AWAY, FAILED);

  private final MeterProvider<Timer> times;
  private final MeterProvider<Counter> ends;
  private final AtomicInteger running = new AtomicInteger();

  CommandMetrics(MeterRegistry metrics, ConductorConfig config) {
    this.times =
        Timer.builder("assay.command")
            .description("How long commands took, however they ended")
            .serviceLevelObjectives(LIMITS)
            .withRegistry(metrics);
    this.ends =
        Counter.builder("assay.commands")
            .description("Commands that were carried out, or not, by outcome")
            .withRegistry(metrics);
    COMMANDS.forEach(
        command -> { // there with 0 from the start, so that a rate sees the first one
          OUTCOMES.forEach(outcome -> count(command, outcome));
          time(command);
        });
    Gauge.builder("assay.conductor.commands.running", running, AtomicInteger::get)
        .description("Commands that this conductor carries out at the moment")
        .register(metrics);
    Gauge.builder("assay.conductor.workers", config, ConductorConfig::workers)
        .description("How many commands of one queue this conductor carries out at once")
        .register(metrics);
  }

  /** Notes that a command begins; returns the start for {@link #end}. */
  long begin() {
    running.incrementAndGet();
    return System.nanoTime();
  }

  /** Notes what became of a command; to be called once for each. */
  void outcome(Command command, WorkOutcome outcome) {
    var label =
        switch (outcome) {
          case WorkOutcome.Done() -> DONE;
          case WorkOutcome.NothingToDo() -> NOTHING_TO_DO;
          case WorkOutcome.NodeBusy(var _) -> NODE_BUSY;
          case WorkOutcome.NotServedHere(var _) -> NOT_SERVED_HERE;
          case WorkOutcome.LeaseLost(var _) -> LEASE_LOST;
        };
    count(command.name(), label).increment();
  }

  /** Notes that the object store was away. */
  void postponed(Command command) {
    count(command.name(), STORE_AWAY).increment();
  }

  /** Notes that it failed and is delivered again. */
  void failed(Command command) {
    count(command.name(), FAILED).increment();
  }

  private Counter count(String command, String outcome) {
    return ends.withTags("command", command, "outcome", outcome);
  }

  /** Notes that a command that began at {@code start} is over. */
  void end(Command command, long start) {
    running.decrementAndGet();
    time(command.name()).record(Duration.ofNanos(System.nanoTime() - start));
  }

  private Timer time(String command) {
    return times.withTag("command", command);
  }
}
