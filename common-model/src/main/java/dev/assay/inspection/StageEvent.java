package dev.assay.inspection;

/** The events that change the stage of an inspection. Source: state-machine.md 4. */
public enum StageEvent {
  START,
  WAIT,
  PROCESS,
  FINISH,
  ABORT,
  ABORT_END,
  TIMEOUT,
  REAPPLY,
  ERROR
}
