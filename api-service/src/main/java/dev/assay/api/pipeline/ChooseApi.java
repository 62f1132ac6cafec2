package dev.assay.api.pipeline;

import dev.assay.api.http.ClassicPath;
import dev.assay.api.http.ServedApi;
import dev.assay.inspection.ClassicConfig;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Decides which API a request is for, by its port and path, as soon as its target is known to be
 * valid: the headers and errors of all later steps depend on this. Source: spec inspector-compat.md
 * 1.
 */
@ApplicationScoped
class ChooseApi {
  private final ClassicConfig config;
  private final ClassicPort port;

  ChooseApi(ClassicConfig config, ClassicPort port) {
    this.config = config;
    this.port = port;
  }

  void open(@Observes Router router) {
    router.route().order(RequestPipeline.ROUTE_ORDER - 2).handler(this::enter);
  }

  private void enter(RoutingContext context) {
    if (ServedApi.isChosen(context)) {
      context.next();
      return;
    }
    var classicPort = port.received(context.request());
    choose(context, classicPort || isBelowPrefix(context.normalizedPath()));
    if (!classicPort) {
      context.next();
      return;
    }
    var path = context.request().path();
    if (path == null || !path.startsWith("/")) {
      context.fail(400);
      return;
    }
    var query = context.request().query();
    var target = path.equals("/") ? "" : path;
    context.reroute(ClassicPath.PREFIX + target + (query == null ? "" : "?" + query));
  }

  /** For a request that is refused before it comes here; its path may not be readable. */
  void chooseIfMissing(RoutingContext context) {
    if (!ServedApi.isChosen(context)) {
      var path = context.request().path();
      choose(context, port.received(context.request()) || (path != null && isBelowPrefix(path)));
    }
  }

  private static void choose(RoutingContext context, boolean classic) {
    (classic ? ServedApi.CLASSIC : ServedApi.BARE_METAL).choose(context);
  }

  private boolean isBelowPrefix(String path) {
    return config.enabled() && ClassicPath.contains(path);
  }
}
