package dev.assay.inspection;

/** What may happen to a run. Source: state-machine.md 4. */
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
