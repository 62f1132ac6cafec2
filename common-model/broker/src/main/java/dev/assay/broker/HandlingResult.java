package dev.assay.broker;

/** What becomes of a message that was handled. */
public enum HandlingResult {
  /** Its effect is committed, or it has none: the broker forgets it. */
  DONE,
  /** It will never be understood: it goes to the dead-letter queue, where there is one. */
  DEAD,
  /** Not now: after a pause the broker gives it to any consumer. */
  AGAIN
}
