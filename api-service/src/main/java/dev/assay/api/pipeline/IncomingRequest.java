package dev.assay.api.pipeline;

import dev.assay.api.authentication.Authentication.Admitted;
import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import dev.assay.api.http.ApiVersion;
import dev.assay.api.http.BareMetalPath;
import dev.assay.api.http.ClassicPath;
import dev.assay.api.http.Reference;
import dev.assay.api.http.RequestPath;
import dev.assay.api.http.ResponseHeaders;
import dev.assay.api.http.ServedApi;
import dev.assay.api.http.VersionNegotiation;
import dev.assay.api.source.SourceAddress;
import dev.assay.api.source.TrustedProxies;
import dev.assay.error.ErrorCode;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request on its way through the {@link RequestPipeline}, and what the steps found out of it. */
final class IncomingRequest {
  private static final Pattern DOTS = Pattern.compile("(?i)(^|/|%2f)(\\.|%2e){2}(/|%2f|$)");

  private final RoutingContext context;
  private final String id = ResponseHeaders.newRequestId();
  private final String reference;
  private final VersionNegotiation version;
  private final RequestPath path;
  private final SourceAddress source;
  private final boolean hasDots;
  private @Nullable Admitted caller;

  /** Reads the first line and the headers. */
  IncomingRequest(RoutingContext context, TrustedProxies proxies) {
    this.context = context;
    var headers = context.request().headers();
    version =
        VersionNegotiation.of(
            headers.getAll(VersionNegotiation.COMMON_HEADER),
            headers.getAll(VersionNegotiation.HEADER));
    var known = version instanceof VersionNegotiation.Agreed(var agreed) ? agreed : ApiVersion.MIN;
    path =
        switch (ServedApi.of(context)) {
          case BARE_METAL -> BareMetalPath.of(context.normalizedPath(), known);
          case CLASSIC -> ClassicPath.of(context.normalizedPath());
        };
    reference = path.isAttempt() ? Reference.random() : "";
    source = SourceAddress.of(context.request(), proxies);
    hasDots = DOTS.matcher(context.request().path()).find();
  }

  RoutingContext context() {
    return context;
  }

  HttpServerRequest http() {
    return context.request();
  }

  HttpServerResponse response() {
    return context.response();
  }

  /** The id of the request, "req-" and a UUID. */
  String id() {
    return id;
  }

  /** The API that the request is for. */
  ServedApi api() {
    return ServedApi.of(context);
  }

  /** What the response to a lookup or callback carries for operators to ask by; else empty. */
  String reference() {
    return reference;
  }

  /** The normalised path. */
  RequestPath path() {
    return path;
  }

  /** True when the path, as it was sent, had ".." in it. */
  boolean hasDots() {
    return hasDots;
  }

  /** The version of the Bare Metal API, or why there is none. */
  VersionNegotiation version() {
    return version;
  }

  /** The client, or what a trusted proxy says of it. */
  SourceAddress source() {
    return source;
  }

  /** True when the method may change something. */
  boolean writes() {
    return !http().method().equals(HttpMethod.GET) && !http().method().equals(HttpMethod.HEAD);
  }

  /** The length that the client announces for the body, in bytes; 0 when it does not. */
  long announcedLength() {
    var length = http().getHeader("Content-Length");
    try {
      return length == null ? 0 : Long.parseLong(length.strip());
    } catch (NumberFormatException _) {
      return 0; // the server refused what it cannot parse; the body is counted as it arrives
    }
  }

  boolean hasBody() {
    return announcedLength() > 0 || http().headers().contains("Transfer-Encoding");
  }

  void authenticated(Admitted admitted) {
    caller = admitted;
  }

  /** Empty before {@link Authenticate} has admitted the caller. */
  Optional<Admitted> knownCaller() {
    return Optional.ofNullable(caller);
  }

  /** The caller; to be called after {@link Authenticate}. */
  Admitted caller() {
    return Objects.requireNonNull(caller, "not authenticated yet");
  }

  /** Responds 403. */
  void forbid(String sentence) {
    var status = ErrorCode.FORBIDDEN.status();
    ErrorResponses.end(context, ErrorBody.application(status, sentence));
  }

  /** Responds 503, which clients and ramdisks retry after {@code seconds}. */
  void tryLater(String sentence, int seconds) {
    response().putHeader("Retry-After", Integer.toString(seconds));
    var status = ErrorCode.UNAVAILABLE.status();
    ErrorResponses.end(context, ErrorBody.application(status, sentence));
  }
}
