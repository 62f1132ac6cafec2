package dev.assay.api.pipeline;

import dev.assay.api.http.ResponseHeaders;
import dev.assay.message.Outbox;
import jakarta.inject.Singleton;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;

/** Puts the request id into logs and response headers. Source: spec api.md 2. */
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
    request.http().headers().set("Accept", "application/json"); // responses are JSON in any case
    ResponseHeaders.add(request.response(), request.id());
    next.run();
  }
}
