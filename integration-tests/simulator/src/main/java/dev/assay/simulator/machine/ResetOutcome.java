package dev.assay.simulator.machine;

/** What became of a request to change the power. */
public enum ResetOutcome {
  /** The change has begun. */
  STARTED,
  /** Nothing to do: the machine is, or is about to be, where it should go. */
  ALREADY_THERE,
  /** Refused: a restart needs a machine that is on. */
  NOT_ON,
  /** Refused: another change is under way. */
  IN_TRANSITION
}
