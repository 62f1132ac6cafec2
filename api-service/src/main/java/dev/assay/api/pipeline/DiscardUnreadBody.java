package dev.assay.api.pipeline;

import dev.assay.api.body.UnreadBody;
import dev.assay.api.body.WholeBody;
import jakarta.inject.Singleton;

/** Reads and discards the rest of a body that the response did not wait for. */
@Singleton
final class DiscardUnreadBody implements RequestStep {
  @Override
  public void handle(IncomingRequest request, Runnable next) {
    if (request.hasBody()) {
      var context = request.context();
      context.addEndHandler(
          end -> {
            if (end.succeeded()) {
              UnreadBody.discardUnlessTakenIn(context);
            }
          });
      context.addEndHandler(_ -> WholeBody.discard(context));
    }
    next.run();
  }
}
