package dev.assay.api.description;

import dev.assay.api.pipeline.RequestPipeline;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.function.Predicate;

/**
 * Serves the OpenAPI document at {@code /openapi}: YAML, or JSON for clients that accept it. It is
 * generated on the first request, so that starting the service does not wait for it.
 */
@ApplicationScoped
class ServedDescription {
  private static final String JSON = "application/json";
  private static final String YAML = "application/yaml";

  private static final class Generated {
    static final Buffer AS_JSON = Buffer.buffer(ApiDescription.json());
    static final Buffer AS_YAML = Buffer.buffer(ApiDescription.yaml());
  }

  void open(@Observes Router router) {
    serve(router, "/openapi", ServedDescription::wantsJson);
    serve(router, "/openapi.json", _ -> true);
    serve(router, "/openapi.yaml", _ -> false);
  }

  private static void serve(Router router, String path, Predicate<RoutingContext> json) {
    router
        .route(path)
        .order(RequestPipeline.ROUTE_ORDER - 1)
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .blockingHandler(context -> answer(context, json.test(context)), false);
  }

  private static boolean wantsJson(RoutingContext context) {
    var accepted = context.request().getHeader("Accept");
    return accepted != null && accepted.contains(JSON);
  }

  private static void answer(RoutingContext context, boolean json) {
    context
        .response()
        .putHeader("Content-Type", json ? JSON : YAML)
        .end(json ? Generated.AS_JSON : Generated.AS_YAML);
  }
}
