package dev.assay.conductor.pipeline;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace;

/** How the hooks and rules of one inspection ended. */
public sealed interface PipelineOutcome {
  /** The trace of every hook and rule that ran, including the failed one. */
  Trace trace();

  /** All hooks and rules succeeded; their changes may be committed. */
  record Done(Trace trace) implements PipelineOutcome {}

  /**
   * At least one hook or rule failed; none of their changes may be kept.
   *
   * @param code of the first failure
   * @param sentence why, for the operator; several lines when several hooks failed in preprocess
   */
  record Failed(ErrorCode code, String sentence, Trace trace) implements PipelineOutcome {}
}
