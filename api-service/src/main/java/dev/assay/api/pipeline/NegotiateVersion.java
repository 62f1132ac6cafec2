package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.ApiVersion;
import dev.assay.api.http.BaseAddress;
import dev.assay.api.http.ClassicRequest;
import dev.assay.api.http.ClassicVersion;
import dev.assay.api.http.VersionNegotiation;
import dev.assay.api.source.TrustedProxies;
import jakarta.inject.Singleton;

/**
 * Responds 406 when the API does not have the version that the client asks for; otherwise hands
 * {@link ApiRequest}, or {@link ClassicRequest} too, to the resource. Source: spec api.md 3,
 * inspector-compat.md 1.
 */
@Singleton
final class NegotiateVersion implements RequestStep {
  private final ApiConfig config;
  private final TrustedProxies proxies;
  private final ClassicPort classicPort;

  NegotiateVersion(ApiConfig config, TrustedProxies proxies, ClassicPort classicPort) {
    this.config = config;
    this.proxies = proxies;
    this.classicPort = classicPort;
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    switch (request.api()) {
      case BARE_METAL -> bareMetal(request, next);
      case CLASSIC -> classic(request, next);
    }
  }

  private void bareMetal(IncomingRequest request, Runnable next) {
    switch (request.version()) {
      case VersionNegotiation.Refused(var sentence) ->
          ErrorResponses.end(request.context(), ErrorBody.routing(406, sentence));
      case VersionNegotiation.Agreed(var version) -> {
        request
            .response()
            .putHeader(VersionNegotiation.HEADER, version.toString())
            .putHeader(
                VersionNegotiation.COMMON_HEADER, VersionNegotiation.SERVICE + " " + version);
        agree(request, version);
        next.run();
      }
    }
  }

  private void classic(IncomingRequest request, Runnable next) {
    var headers = request.http().headers();
    switch (ClassicVersion.negotiate(
        headers.getAll(ClassicVersion.HEADER), headers.getAll(VersionNegotiation.COMMON_HEADER))) {
      case ClassicVersion.Refused(var status, var sentence) ->
          ErrorResponses.end(request.context(), ErrorBody.application(status, sentence));
      case ClassicVersion.Agreed(var version) -> {
        agree(request, ApiVersion.MAX);
        ClassicRequest.set(
            request.context(),
            new ClassicRequest.Facts(version, classicPort.base(request.http(), proxies)));
        next.run();
      }
    }
  }

  private void agree(IncomingRequest request, ApiVersion version) {
    ApiRequest.set(
        request.context(),
        new ApiRequest.Facts(
            version,
            request.id(),
            request.reference(),
            request.source(),
            BaseAddress.of(request.http(), config, proxies),
            request.caller().role(),
            request.caller().user(),
            request.path().suffixStripped()));
  }
}
