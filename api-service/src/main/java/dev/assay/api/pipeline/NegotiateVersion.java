package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.ApiVersion;
import dev.assay.api.http.BaseAddress;
import dev.assay.api.http.VersionNegotiation;
import dev.assay.api.source.TrustedProxies;
import jakarta.inject.Singleton;

/**
 * Responds 406 when the API does not have the version that the client asks for; otherwise hands
 * {@link ApiRequest} to the resource. Source: spec api.md 3.
 */
@Singleton
final class NegotiateVersion implements RequestStep {
  private final ApiConfig config;
  private final TrustedProxies proxies;

  NegotiateVersion(ApiConfig config, TrustedProxies proxies) {
    this.config = config;
    this.proxies = proxies;
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    switch (request.version()) {
      case VersionNegotiation.Refused(var sentence) ->
          ErrorResponses.end(request.context(), 406, ErrorBody.routing(406, sentence));
      case VersionNegotiation.Agreed(var version) -> {
        agree(request, version);
        next.run();
      }
    }
  }

  private void agree(IncomingRequest request, ApiVersion version) {
    request
        .response()
        .putHeader(VersionNegotiation.HEADER, version.toString())
        .putHeader(VersionNegotiation.COMMON_HEADER, VersionNegotiation.SERVICE + " " + version);
    ApiRequest.set(
        request.context(),
        new ApiRequest.Facts(
            version,
            request.id(),
            BaseAddress.of(request.http(), config, proxies),
            request.caller().role(),
            request.caller().user(),
            request.path().suffixStripped()));
  }
}
