package dev.assay.api.pipeline;

import dev.assay.api.error.ErrorResponses;
import dev.assay.api.http.ResponseHeaders;
import dev.assay.api.source.TrustedProxies;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/**
 * Every request passes these steps before its resource is looked for, also one for an unknown path.
 * The order matters: each step relies on those before it. Source: docs/architecture.md, the request
 * pipeline.
 */
@ApplicationScoped
public class RequestPipeline {
  /** The order of its route: what a route before it serves is open to anybody. */
  public static final int ROUTE_ORDER = -1000;

  private static final String KEY = RequestPipeline.class.getName();

  private final TrustedProxies proxies;
  private final ChooseApi chooseApi;
  private final List<RequestStep> steps;

  RequestPipeline(
      TrustedProxies proxies,
      ChooseApi chooseApi,
      IdentifyRequest identifyRequest,
      TraceRequest traceRequest,
      DiscardUnreadBody discardUnreadBody,
      Cors cors,
      Audit audit,
      CrossSiteRequests crossSiteRequests,
      Authenticate authenticate,
      NegotiateVersion negotiateVersion,
      Authorize authorize,
      ReceiveBody receiveBody) {
    this.proxies = proxies;
    this.chooseApi = chooseApi;
    steps =
        List.of(
            identifyRequest,
            traceRequest,
            discardUnreadBody,
            cors,
            audit,
            crossSiteRequests,
            authenticate,
            negotiateVersion,
            authorize,
            receiveBody);
  }

  void open(@Observes Router router) {
    router.route().order(ROUTE_ORDER).handler(this::enter).failureHandler(this::fail);
  }

  private void enter(RoutingContext context) {
    if (isOperatorPage(context.normalizedPath())) {
      if (isOperatorPage(context.request().path())) {
        context.next();
      } else { // a proxy that blocks these pages would not recognise this form of the path
        context.fail(404);
      }
      return;
    }
    IncomingRequest request = context.get(KEY);
    if (request != null) {
      run(request, 0);
      return;
    }
    request = new IncomingRequest(context, proxies);
    context.put(KEY, request);
    var path = request.path().text();
    if (path.equals(context.request().path())) {
      run(request, 0);
    } else {
      var query = context.request().query();
      context.reroute(path + (query == null ? "" : "?" + query)); // enters here again
    }
  }

  private void run(IncomingRequest request, int step) {
    if (step == steps.size()) {
      request.context().next();
    } else {
      steps.get(step).handle(request, () -> run(request, step + 1));
    }
  }

  /** Health and metrics, which are for the operator's tools. */
  private static boolean isOperatorPage(String path) {
    return path.equals("/q") || path.startsWith("/q/");
  }

  /** As {@link ErrorResponses#answer}; the router refuses some requests before they come here. */
  private void fail(RoutingContext context) {
    if (!context.response().headers().contains(ResponseHeaders.REQUEST_ID)) {
      chooseApi.chooseIfMissing(context);
      ResponseHeaders.add(context, ResponseHeaders.newRequestId());
    }
    ErrorResponses.answer(context);
  }
}
