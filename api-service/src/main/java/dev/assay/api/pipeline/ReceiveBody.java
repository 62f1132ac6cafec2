package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.body.BodiesBeingReceived;
import dev.assay.api.body.WholeBody;
import jakarta.inject.Singleton;
import java.util.regex.Pattern;

/**
 * Receives the body before the resource runs. Responds 413 when it is too long for the path, and
 * 415 when it is not JSON. Source: spec api.md 1, T6.
 */
@Singleton
final class ReceiveBody implements RequestStep {
  private static final Pattern JSON =
      Pattern.compile("(?i)application/([a-z0-9.-]+\\+)?json\\s*(;.*)?");

  private final ApiConfig config;
  private final BodiesBeingReceived bodies;

  ReceiveBody(ApiConfig config, BodiesBeingReceived bodies) {
    this.config = config;
    this.bodies = bodies;
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    var limit = request.path().bodyLimit(config);
    if (request.announcedLength() > limit) {
      WholeBody.refuse(request.context(), request.http(), limit);
    } else if (!request.hasBody()) {
      next.run();
    } else if (!request.path().needsJsonType() || isJson(request)) {
      bodies.receive(request.context(), limit); // which runs the resource when all has arrived
    } else {
      request.context().fail(415);
    }
  }

  /** A body without a type is taken for JSON; its parser finds out whether it is. */
  private static boolean isJson(IncomingRequest request) {
    var type = request.http().getHeader("Content-Type");
    return type == null || type.isBlank() || JSON.matcher(type.strip()).matches();
  }
}
