package dev.assay.api.pipeline;

import dev.assay.api.authentication.AuditLog;
import dev.assay.api.authentication.Authentication.Admitted;
import jakarta.inject.Singleton;
import java.util.OptionalInt;

/** Writes an audit line for each request that may change something, heartbeats aside. */
@Singleton
final class Audit implements RequestStep {
  @Override
  public void handle(IncomingRequest request, Runnable next) {
    if (request.writes() && !request.path().heartbeat()) {
      request
          .context()
          .addEndHandler(
              end ->
                  AuditLog.write(
                      request.http().method().name(),
                      request.path().text(),
                      request.source(),
                      request.knownCaller().map(Admitted::role),
                      request.knownCaller().flatMap(Admitted::user),
                      end.succeeded()
                          ? OptionalInt.of(request.response().getStatusCode())
                          : OptionalInt.empty()));
    }
    next.run();
  }
}
