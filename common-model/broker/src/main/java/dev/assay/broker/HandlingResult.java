package dev.assay.broker;

/** The result of handling a message. */
public enum HandlingResult {
  /** The effect of the message is committed, or it has none: it is acknowledged. */
  DONE,
  /** The message cannot be handled now: after a pause it is requeued for any consumer. */
  AGAIN
}
