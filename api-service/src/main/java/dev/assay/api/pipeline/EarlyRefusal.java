package dev.assay.api.pipeline;

import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import dev.assay.api.http.ResponseHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers requests that do not get as far as the {@link RequestPipeline}. */
@ApplicationScoped
class EarlyRefusal {
  private final ChooseApi chooseApi;

  EarlyRefusal(ChooseApi chooseApi) {
    this.chooseApi = chooseApi;
  }

  /** Answers with this error and closes the connection: nothing more is read from it. */
  void answer(RoutingContext context, ErrorBody body) {
    chooseApi.chooseIfMissing(context);
    ResponseHeaders.add(context, ResponseHeaders.newRequestId());
    context.response().putHeader("Connection", "close");
    context.addEndHandler(_ -> context.request().connection().close());
    ErrorResponses.end(context, body);
  }
}
