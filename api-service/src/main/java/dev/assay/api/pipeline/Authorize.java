package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.authentication.Role;
import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import jakarta.inject.Singleton;

/**
 * Responds 403 or 404 to requests that the caller, or anybody, may not make. Source: spec api.md 7.
 */
@Singleton
final class Authorize implements RequestStep {
  private final ApiConfig config;

  Authorize(ApiConfig config) {
    this.config = config;
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    var path = request.path();
    if (request.hasDots()) {
      notFound(request, "A path with .. is no resource.");
    } else if (path.text().contains(";")) {
      // Resources are found without matrix parameters: the rules below would see another path.
      notFound(request, "A path with ; is no resource.");
    } else if (path.ofRamdisk() && !config.enableRamdiskEndpoints()) {
      request.forbid("The endpoints for ramdisks are switched off.");
    } else if (path.adminOnly(request.writes()) && request.caller().role() != Role.ADMIN) {
      request.forbid(
          request.writes()
              ? "Only an administrator may change something."
              : "Only an administrator may read this.");
    } else if (UnsupportedEndpoints.contains(path.text(), request.writes())) {
      notFound(request, "This service does not offer " + path.text() + ".");
    } else {
      next.run();
    }
  }

  private static void notFound(IncomingRequest request, String sentence) {
    ErrorResponses.end(request.context(), ErrorBody.routing(404, sentence));
  }
}
