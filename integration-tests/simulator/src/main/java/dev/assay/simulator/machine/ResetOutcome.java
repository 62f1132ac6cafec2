package dev.assay.simulator.machine;

/** The result of a request to change the power. */
public enum ResetOutcome {
  /** The change has begun. */
  STARTED,
  /** Nothing to do: the machine already is in the requested state or changing to it. */
  ALREADY_THERE,
  /** Refused: only a machine that is on can be restarted. */
  NOT_ON,
  /** Refused: another change is in progress. */
  IN_TRANSITION
}
