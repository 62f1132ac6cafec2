package dev.assay.api.source;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import jakarta.enterprise.context.ApplicationScoped;

/** Counts what the current request costs besides being one of its source. */
@ApplicationScoped
public class SourceLimit {
  private final SourceRate rate;
  private final TrustedProxies proxies;
  private final CurrentVertxRequest current;

  SourceLimit(SourceRate rate, TrustedProxies proxies, CurrentVertxRequest current) {
    this.rate = rate;
    this.proxies = proxies;
    this.current = current;
  }

  /** Throws UNAVAILABLE when the source may not make as many as {@code requests} more now. */
  public void require(int requests) {
    var source = SourceAddress.of(current.getCurrent().request(), proxies);
    if (requests > 0 && !rate.admits(source, requests)) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "Too many requests without authentication from %s; try again later.".formatted(source));
    }
  }
}
