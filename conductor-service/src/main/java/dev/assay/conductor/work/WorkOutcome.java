package dev.assay.conductor.work;

/** How work on a node ended, and so what happens next with the message that ordered it. */
public sealed interface WorkOutcome {
  /** The effect of the work is committed. */
  record Done() implements WorkOutcome {}

  /** There was nothing to do: the message was delivered before, or there is no such node. */
  record NothingToDo() implements WorkOutcome {}

  /** Another process works on the node: try again later. */
  record NodeBusy(String why) implements WorkOutcome {}

  /**
   * This conductor does not serve the node's driver or conductor group: another one may. The
   * message must be sent again, because its queue is chosen by both.
   */
  record NotServedHere(String why) implements WorkOutcome {}

  /** The node was taken over or deleted meanwhile, and nothing was written: try again later. */
  record LeaseLost(String why) implements WorkOutcome {}
}
