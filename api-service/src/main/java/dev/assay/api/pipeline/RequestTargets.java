package dev.assay.api.pipeline;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Refuses requests whose target is not a valid URI. The server would, too, but without a request id
 * and not in the form of the API.
 */
@ApplicationScoped
public class RequestTargets {
  /**
   * The system property that, set before Quarkus starts, leaves the check to this class (Quarkus
   * 3.34.1).
   */
  public static final String LEFT_TO_US = "vertx.disableURIValidation";

  void open(@Observes Router router) {
    router.route().order(RequestPipeline.ROUTE_ORDER - 3).handler(RequestTargets::check);
  }

  private static void check(RoutingContext context) {
    if (valid(context.request())) {
      context.next();
    } else {
      context.fail(400); // the failure handler of RequestPipeline responds
    }
  }

  private static boolean valid(HttpServerRequest request) {
    try {
      return new URI(request.uri()).getRawPath() != null;
    } catch (URISyntaxException _) {
      return false;
    }
  }
}
