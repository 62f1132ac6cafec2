package dev.assay.conductor.pipeline;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace;

/** How the hooks and rules of one inspection ended. */
public sealed interface PipelineOutcome {
  /** Every hook and rule that ran, the failed one included. */
  Trace trace();

  /** All are through; what they changed may be committed. */
  record Done(Trace trace) implements PipelineOutcome {}

  /**
   * At least one failed; nothing they changed may be kept.
   *
   * @param code of the first failure
   * @param sentence why, for the operator; several lines when several hooks failed in preprocess
   */
  record Failed(ErrorCode code, String sentence, Trace trace) implements PipelineOutcome {}
}
