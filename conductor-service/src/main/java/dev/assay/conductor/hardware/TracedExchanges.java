package dev.assay.conductor.hardware;

import dev.assay.http.ExchangeWatch;
import dev.assay.tracing.Span;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import java.net.URI;

/** Records requests to BMCs as spans, with host and path, without headers, bodies and queries. */
final class TracedExchanges implements ExchangeWatch {
  private final Tracing tracing;

  TracedExchanges(Tracing tracing) {
    this.tracing = tracing;
  }

  @Override
  public Exchange begin(String method, URI uri) {
    if (!tracing.isOn()) {
      return NONE.begin(method, uri);
    }
    var span = tracing.child(Kind.CLIENT, method, "");
    if (span.isRecorded()) {
      var _ =
          span.with("http.request.method", method)
              .with("server.address", uri.getHost())
              .with("url.path", uri.getPath());
      if (uri.getPort() > 0) {
        var _ = span.with("server.port", uri.getPort());
      }
    }
    return new TracedExchange(span);
  }

  private record TracedExchange(Span span) implements Exchange {
    @Override
    public void answered(int status) {
      var _ = span.with("http.response.status_code", status);
      if (status >= 400) {
        var _ = span.failed(Integer.toString(status));
      }
      span.end();
    }

    @Override
    public void failed(Throwable thrown) {
      span.failed(thrown).end();
    }
  }
}
