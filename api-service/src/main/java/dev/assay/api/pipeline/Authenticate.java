package dev.assay.api.pipeline;

import dev.assay.api.authentication.Authentication;
import dev.assay.api.authentication.Authentication.Admitted;
import dev.assay.api.authentication.Authentication.Refused;
import dev.assay.api.authentication.Authentication.TryLater;
import dev.assay.api.authentication.Authentication.Verdict;
import dev.assay.api.authentication.Role;
import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import dev.assay.api.source.SourceRate;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Admits the caller, or responds 401. Paths that need no authentication, and passwords that are not
 * checked yet, are limited in rate per source. Source: spec api.md 7.
 */
@Singleton
final class Authenticate implements RequestStep {
  private final Authentication authentication;
  private final SourceRate rate;

  Authenticate(Authentication authentication, SourceRate rate) {
    this.authentication = authentication;
    this.rate = rate;
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    if (request.path().open()) {
      Runnable allowed = () -> admit(request, new Admitted(Optional.empty(), Role.RAMDISK), next);
      if (request.path().bootable() && !request.writes() && !request.hasBody()) {
        allowed.run();
      } else {
        limited(request, allowed);
      }
      return;
    }
    authentication
        .known(request.http().headers())
        .ifPresentOrElse(
            verdict -> admit(request, verdict, next),
            () -> {
              Runnable decide = () -> decide(request, next);
              if (authentication.remembers(request.http().headers())) {
                decide.run();
              } else {
                limited(request, decide);
              }
            });
  }

  /** Responds 503, not 429, when the rate is exceeded: ramdisks give up at 429 and retry at 503. */
  private void limited(IncomingRequest request, Runnable allowed) {
    if (rate.admits(request.source())) {
      allowed.run();
      return;
    }
    request.tryLater(
        "Too many requests without authentication from %s, which may make %d a second; try again later."
            .formatted(request.source(), rate.perSecond()),
        1);
  }

  private void decide(IncomingRequest request, Runnable next) {
    var http = request.http();
    http.pause();
    request
        .context()
        .vertx()
        .executeBlocking(() -> authentication.decide(http.headers(), request.source()), false)
        .onSuccess(
            verdict -> {
              http.resume();
              admit(request, verdict, next);
            })
        .onFailure(request.context()::fail);
  }

  private static void admit(IncomingRequest request, Verdict verdict, Runnable next) {
    switch (verdict) {
      case Refused(var message, var challenge) -> {
        request.response().putHeader("WWW-Authenticate", challenge);
        ErrorResponses.end(request.context(), ErrorBody.authentication(message));
      }
      case TryLater(var message, var seconds) -> request.tryLater(message, seconds);
      case Admitted caller -> {
        request.authenticated(caller);
        next.run();
      }
    }
  }
}
