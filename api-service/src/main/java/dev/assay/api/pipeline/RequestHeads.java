package dev.assay.api.pipeline;

import dev.assay.api.error.ErrorBody;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests whose first line or header fields no client of this API sends. The server would
 * refuse a target that is not a valid URI, too, but without a request id and not in the form of the
 * API.
 */
@ApplicationScoped
public class RequestHeads {
  /**
   * The system property that, set before Quarkus starts, leaves the check of targets to this class
   * (Quarkus 3.34.1).
   */
  public static final String LEFT_TO_US = "vertx.disableURIValidation";

  /** Header fields of one request; each takes memory for as long as the request. */
  private static final int MOST_FIELDS = 100;

  private final EarlyRefusal refusal;

  RequestHeads(EarlyRefusal refusal) {
    this.refusal = refusal;
  }

  void open(@Observes Router router) {
    router.route().order(RequestPipeline.ROUTE_ORDER - 3).handler(this::check);
  }

  private void check(RoutingContext context) {
    var refused = refused(context.request());
    if (refused != null) {
      refusal.answer(context, refused);
    } else if (validTarget(context.request())) {
      context.next();
    } else {
      context.fail(400); // the failure handler of RequestPipeline responds
    }
  }

  private static @Nullable ErrorBody refused(HttpServerRequest request) {
    if (tooManyFields(request)) {
      return ErrorBody.routing(
          431, "The request has more than %d header fields.".formatted(MOST_FIELDS));
    }
    if (request.version() != HttpVersion.HTTP_1_1
        && request.headers().contains("Transfer-Encoding")) {
      return ErrorBody.routing( // RFC 9112, 6.1: what a proxy made of it is not known
          400, "Transfer-Encoding needs HTTP/1.1: send Content-Length.");
    }
    return null;
  }

  private static boolean tooManyFields(HttpServerRequest request) {
    var fields = request.headers().iterator();
    for (int i = 0; i < MOST_FIELDS && fields.hasNext(); i++) {
      fields.next();
    }
    return fields.hasNext();
  }

  private static boolean validTarget(HttpServerRequest request) {
    try {
      return new URI(request.uri()).getRawPath() != null;
    } catch (URISyntaxException _) {
      return false;
    }
  }
}
