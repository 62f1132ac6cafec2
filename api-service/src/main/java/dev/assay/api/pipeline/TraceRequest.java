package dev.assay.api.pipeline;

import dev.assay.api.error.AllowedMethods;
import dev.assay.tracing.Span;
import dev.assay.tracing.Tracing;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Records the request as a span, which is the current one until the response has been sent. It has
 * the path as a resource declares it, not as it was sent: paths of what machines boot are secret.
 */
@Singleton
final class TraceRequest implements RequestStep {
  private final Tracing tracing;
  private final AllowedMethods routes;

  TraceRequest(Tracing tracing, AllowedMethods routes) {
    this.tracing = tracing;
    this.routes = routes;
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    if (tracing.isOn()) {
      begin(request);
    }
    next.run();
  }

  private void begin(IncomingRequest request) {
    var method = KnownMethods.nameOf(request.http().method().name());
    var span =
        tracing
            .ofRequest(
                method, only(request.http(), "traceparent"), only(request.http(), "tracestate"))
            .enter();
    if (span.isRecorded()) {
      var _ =
          span.with("http.request.method", method)
              .with("client.address", request.source().toString())
              .with("assay.request_id", request.id());
    }
    request.context().addEndHandler(end -> ended(request, method, span, end.succeeded()));
  }

  /** The log context keeps its ids, for the line of {@link Audit}. */
  private void ended(IncomingRequest request, String method, Span span, boolean sent) {
    if (span.isRecorded()) {
      routes
          .template(method, request.path().text())
          .ifPresent(route -> span.named(method, route).with("http.route", route));
      var status = request.response().getStatusCode();
      var _ = span.with("http.response.status_code", status);
      if (status >= 500) {
        var _ = span.failed(Integer.toString(status));
      } else if (!sent) {
        var _ = span.failed("response not sent");
      }
    }
    span.end();
  }

  /** Null unless the header was sent once. */
  private static @Nullable String only(HttpServerRequest http, String header) {
    var values = http.headers().getAll(header);
    return values.size() == 1 ? values.getFirst() : null;
  }
}
