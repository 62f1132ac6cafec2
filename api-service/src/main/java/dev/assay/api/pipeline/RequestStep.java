package dev.assay.api.pipeline;

/**
 * One step of the {@link RequestPipeline}. Runs on the event loop of the connection and does not
 * block it.
 */
interface RequestStep {
  /**
   * Runs {@code next}, now or later, to hand the request to the next step; otherwise the step sends
   * the response.
   */
  void handle(IncomingRequest request, Runnable next);
}
