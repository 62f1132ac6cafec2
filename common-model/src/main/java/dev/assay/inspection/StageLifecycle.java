package dev.assay.inspection;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The state machine I of an inspection as a table: the union of the seed's transitions and of
 * today's service's. An event without a row is consumed without effect. Source: spec
 * state-machine.md 4.2 and 4.3.
 */
public final class StageLifecycle {
  /**
   * One transition; {@code spec} is the seed's number, or I and a number for what the union adds.
   */
  public record Move(String spec, Stage from, StageEvent on, Stage to) {}

  // spotless:off
  /** All transitions; one to its own stage is a repeated delivery, accepted without effect. */
  public static final List<Move> TABLE = List.of(
      new Move("H2",  Stage.STARTING,   StageEvent.START,     Stage.STARTING),
      new Move("H3",  Stage.STARTING,   StageEvent.WAIT,      Stage.WAITING),
      new Move("H4",  Stage.WAITING,    StageEvent.WAIT,      Stage.WAITING),
      new Move("H5",  Stage.WAITING,    StageEvent.TIMEOUT,   Stage.ERROR),
      new Move("H6",  Stage.WAITING,    StageEvent.ABORT,     Stage.ABORTING),
      new Move("H7",  Stage.WAITING,    StageEvent.PROCESS,   Stage.PROCESSING),
      new Move("H8",  Stage.PROCESSING, StageEvent.PROCESS,   Stage.ERROR),
      new Move("H9",  Stage.PROCESSING, StageEvent.FINISH,    Stage.FINISHED),
      new Move("H10", Stage.FINISHED,   StageEvent.START,     Stage.STARTING),
      new Move("H11", Stage.FINISHED,   StageEvent.ABORT,     Stage.ERROR),
      new Move("H12", Stage.ERROR,      StageEvent.START,     Stage.STARTING),
      new Move("I1",  Stage.WAITING,    StageEvent.START,     Stage.STARTING),
      new Move("I2",  Stage.ABORTING,   StageEvent.ABORT_END, Stage.ERROR),
      new Move("I3",  Stage.ABORTING,   StageEvent.ABORT,     Stage.ABORTING),
      new Move("I4",  Stage.ERROR,      StageEvent.ABORT,     Stage.ERROR),
      new Move("I5",  Stage.STARTING,   StageEvent.TIMEOUT,   Stage.ERROR),
      new Move("I6",  Stage.PROCESSING, StageEvent.TIMEOUT,   Stage.ERROR),
      new Move("I7",  Stage.REAPPLYING, StageEvent.TIMEOUT,   Stage.ERROR),
      new Move("I8",  Stage.ENROLLING,  StageEvent.TIMEOUT,   Stage.ERROR),
      new Move("I9",  Stage.ABORTING,   StageEvent.TIMEOUT,   Stage.ERROR),
      new Move("I10", Stage.STARTING,   StageEvent.ERROR,     Stage.ERROR),
      new Move("I11", Stage.PROCESSING, StageEvent.ERROR,     Stage.ERROR),
      new Move("I12", Stage.REAPPLYING, StageEvent.ERROR,     Stage.ERROR),
      new Move("I13", Stage.ENROLLING,  StageEvent.ERROR,     Stage.ERROR),
      new Move("I14", Stage.FINISHED,   StageEvent.REAPPLY,   Stage.REAPPLYING),
      new Move("I15", Stage.ERROR,      StageEvent.REAPPLY,   Stage.REAPPLYING),
      new Move("I16", Stage.REAPPLYING, StageEvent.REAPPLY,   Stage.REAPPLYING),
      new Move("I17", Stage.REAPPLYING, StageEvent.FINISH,    Stage.FINISHED),
      new Move("I18", Stage.FINISHED,   StageEvent.FINISH,    Stage.FINISHED),
      new Move("I19", Stage.ENROLLING,  StageEvent.PROCESS,   Stage.PROCESSING));
  // spotless:on

  private record Trigger(Stage from, StageEvent on) {}

  private static final Map<Trigger, Stage> MOVES =
      TABLE.stream().collect(Collectors.toMap(m -> new Trigger(m.from(), m.on()), Move::to));

  private StageLifecycle() {}

  /** Returns the stage after {@code event}; empty when there is no such transition. */
  public static Optional<Stage> next(Stage stage, StageEvent event) {
    return Optional.ofNullable(MOVES.get(new Trigger(stage, event)));
  }

  /** The table as a Mermaid state diagram, for docs/lifecycle.md. */
  public static String mermaid() {
    return TABLE.stream()
        .map(
            m ->
                "    %s --> %s: %s (%s)\n"
                    .formatted(
                        m.from().wire(),
                        m.to().wire(),
                        m.on().name().toLowerCase(java.util.Locale.ROOT),
                        m.spec()))
        .collect(Collectors.joining("", "stateDiagram-v2\n", ""));
  }
}
