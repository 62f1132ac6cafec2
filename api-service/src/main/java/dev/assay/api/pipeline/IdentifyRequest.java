package dev.assay.api.pipeline;

import dev.assay.api.http.AcceptedTypes;
import dev.assay.api.http.ResponseHeaders;
import dev.assay.message.Outbox;
import jakarta.inject.Singleton;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;

/**
 * Puts the request id into logs and response headers, and the reference of a lookup or callback.
 * Source: spec api.md 2, conductor.md 4.4.
 */
@Singleton
final class IdentifyRequest implements RequestStep {
  private static final Pattern GLOBAL_ID =
      Pattern.compile("req-[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    MDC.put(Outbox.REQUEST_ID, request.id());
    var globalId = request.http().getHeader(ResponseHeaders.SECOND_REQUEST_ID);
    if (globalId != null && GLOBAL_ID.matcher(globalId).matches()) {
      MDC.put("global_request_id", globalId);
    }
    AcceptedTypes.keep(request.context());
    ResponseHeaders.add(request.context(), request.id());
    if (request.path().isAttempt()) {
      request.response().putHeader(ResponseHeaders.REFERENCE, request.reference());
    }
    next.run();
  }
}
