package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.error.ErrorBody;
import dev.assay.api.source.TrustedProxies;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * With the PROXY protocol enabled, refuses connections that do not come from a trusted proxy, since
 * any other client could claim an arbitrary source address. Runs before every route that answers.
 * Source: the PROXY protocol, "Security considerations".
 */
@ApplicationScoped
class ProxyProtocol {
  private final ApiConfig config;
  private final TrustedProxies proxies;
  private final EarlyRefusal refusal;

  ProxyProtocol(ApiConfig config, TrustedProxies proxies, EarlyRefusal refusal) {
    this.config = config;
    this.proxies = proxies;
    this.refusal = refusal;
  }

  void guard(@Observes Router router) {
    if (config.proxyProtocol()) {
      router.route().order(RequestPipeline.ROUTE_ORDER - 100).handler(this::check);
    }
  }

  private void check(RoutingContext context) {
    var peer = TrustedProxies.connected(context.request());
    if (proxies.contain(peer)) {
      context.next();
      return;
    }
    refusal.answer(
        context,
        ErrorBody.application(
            403,
            ("Only load balancers may connect to this port (assay.api.proxy-protocol), and %s is"
                    + " not in assay.api.trusted-proxies.")
                .formatted(peer.getHostAddress())));
  }
}
