package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import dev.assay.api.authentication.AuditLog;
import dev.assay.api.authentication.Authentication;
import dev.assay.api.authentication.Authentication.Admitted;
import dev.assay.api.authentication.Authentication.Refused;
import dev.assay.api.authentication.Authentication.TryLater;
import dev.assay.api.authentication.Authentication.Verdict;
import dev.assay.api.authentication.Role;
import dev.assay.api.source.SourceAddress;
import dev.assay.api.source.SourceRate;
import dev.assay.api.source.TrustedProxies;
import dev.assay.error.ErrorCode;
import dev.assay.message.Outbox;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;

/**
 * Every request passes here before its resource is looked for, also one without a resource: path in
 * its one form, headers, whether a browser was made to send it, caller, how many come without a
 * password, version, role, size of the body, in this order. Runs on the event loop and never waits.
 * Source: spec api.md 1, 2 and 7.
 */
@ApplicationScoped
public class FrontDoor {
  /** The place of this door among the routes: what comes before it is open to anybody. */
  public static final int ROUTE_ORDER = -1000;

  static final String REQUEST_ID = "openstack-request-id";
  static final String MIN_VERSION = "X-OpenStack-Ironic-API-Minimum-Version";
  static final String MAX_VERSION = "X-OpenStack-Ironic-API-Maximum-Version";
  private static final String SECOND_REQUEST_ID = "x-openstack-request-id";
  private static final String KEY = FrontDoor.class.getName();
  private static final String CALLER = Admitted.class.getName();

  private static final Pattern GLOBAL_ID =
      Pattern.compile("req-[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern DOTS = Pattern.compile("(?i)(^|/|%2f)(\\.|%2e){2}(/|%2f|$)");
  private static final Pattern JSON_TYPE =
      Pattern.compile("(?i)application/([a-z0-9.-]+\\+)?json\\s*(;.*)?");

  /** What is known from the first line and the headers alone. */
  private record Arrival(
      RequestPath path,
      VersionNegotiation version,
      String requestId,
      SourceAddress source,
      boolean climbs) {}

  private final ApiConfig config;
  private final Authentication authentication;
  private final SourceRate rate;
  private final TrustedProxies proxies;
  private final CrossSiteRequests foreign;
  private final BodiesBeingReceived bodies;

  FrontDoor(
      ApiConfig config,
      Authentication authentication,
      SourceRate rate,
      TrustedProxies proxies,
      CrossSiteRequests foreign,
      BodiesBeingReceived bodies) {
    this.config = config;
    this.authentication = authentication;
    this.rate = rate;
    this.proxies = proxies;
    this.foreign = foreign;
    this.bodies = bodies;
  }

  void open(@Observes Router router) {
    router.route().order(ROUTE_ORDER).handler(this::enter).failureHandler(FrontDoor::fail);
  }

  private void enter(RoutingContext context) {
    if (ownPage(context.normalizedPath())) {
      if (ownPage(context.request().path())) {
        context.next();
      } else { // a proxy that keeps strangers from these pages would not know this form of the path
        context.fail(404);
      }
      return;
    }
    Arrival arrival = context.get(KEY);
    if (arrival != null) {
      receive(context, arrival);
      return;
    }
    arrival = arrival(context);
    context.put(KEY, arrival);
    if (arrival.path().text().equals(context.request().path())) {
      receive(context, arrival);
    } else {
      var query = context.request().query();
      context.reroute(arrival.path().text() + (query == null ? "" : "?" + query)); // in here again
    }
  }

  /** Health and metrics, which are for the operator's tools. */
  private static boolean ownPage(String path) {
    return path.equals("/q") || path.startsWith("/q/");
  }

  private Arrival arrival(RoutingContext context) {
    var headers = context.request().headers();
    var version =
        VersionNegotiation.of(
            headers.getAll(VersionNegotiation.COMMON_HEADER),
            headers.getAll(VersionNegotiation.HEADER));
    var shape = version instanceof VersionNegotiation.Agreed(var agreed) ? agreed : ApiVersion.MIN;
    return new Arrival(
        RequestPath.of(context.normalizedPath(), shape),
        version,
        newRequestId(),
        SourceAddress.of(context.request(), proxies),
        DOTS.matcher(context.request().path()).find());
  }

  private void receive(RoutingContext context, Arrival arrival) {
    var request = context.request();
    MDC.put(Outbox.REQUEST_ID, arrival.requestId());
    var globalId = request.getHeader(SECOND_REQUEST_ID);
    if (globalId != null && GLOBAL_ID.matcher(globalId).matches()) {
      MDC.put("global_request_id", globalId);
    }
    request
        .headers()
        .set("Accept", "application/json"); // whatever was asked for: only JSON is here
    introduce(context.response(), arrival.requestId());
    if (hasBody(request)) {
      context.addEndHandler(
          end -> {
            if (end.succeeded()) {
              UnreadBody.discardUnlessTakenIn(context);
            }
          });
      context.addEndHandler(_ -> WholeBody.discard(context));
    }
    if (Cors.answer(context, config)) {
      return;
    }
    audit(context, arrival);
    var refusal = foreign.refusal(request);
    if (refusal.isPresent()) {
      forbid(context, refusal.get());
      return;
    }
    if (arrival.path().open()) {
      bounded(
          context,
          arrival,
          () -> admit(context, arrival, new Admitted(Optional.empty(), Role.RAMDISK)));
      return;
    }
    authentication
        .known(request.headers())
        .ifPresentOrElse(
            verdict -> admit(context, arrival, verdict),
            () -> bounded(context, arrival, () -> authenticate(context, arrival)));
  }

  /** What every answer tells. */
  static void introduce(HttpServerResponse response, String requestId) {
    response.putHeader(REQUEST_ID, requestId);
    response.putHeader(SECOND_REQUEST_ID, requestId);
    response.putHeader(MIN_VERSION, ApiVersion.MIN.toString());
    response.putHeader(MAX_VERSION, ApiVersion.MAX.toString());
  }

  /** As {@link ErrorAnswers#answer}; the router refuses some requests before they come here. */
  private static void fail(RoutingContext context) {
    if (!context.response().headers().contains(REQUEST_ID)) {
      introduce(context.response(), newRequestId());
    }
    ErrorAnswers.answer(context);
  }

  static String newRequestId() {
    return "req-" + UUID.randomUUID();
  }

  private void audit(RoutingContext context, Arrival arrival) {
    if (writes(context.request().method()) && !arrival.path().heartbeat()) {
      context.addEndHandler(
          end -> {
            Optional<Admitted> caller = Optional.ofNullable(context.get(CALLER));
            AuditLog.write(
                context.request().method().name(),
                arrival.path().text(),
                arrival.source(),
                caller.map(Admitted::role),
                caller.flatMap(Admitted::user),
                end.succeeded()
                    ? OptionalInt.of(context.response().getStatusCode())
                    : OptionalInt.empty());
          });
    }
  }

  /** 503, not 429: ramdisks give up at the one and come again at the other. */
  private void bounded(RoutingContext context, Arrival arrival, Runnable next) {
    if (rate.admits(arrival.source())) {
      next.run();
      return;
    }
    tryLater(
        context,
        "Too many requests without authentication from %s, which may make %d a second; try again later."
            .formatted(arrival.source(), rate.perSecond()),
        1);
  }

  private static void tryLater(RoutingContext context, String sentence, int seconds) {
    context.response().putHeader("Retry-After", Integer.toString(seconds));
    var status = ErrorCode.UNAVAILABLE.status();
    ErrorAnswers.end(context, status, ErrorBody.application(status, sentence));
  }

  private void authenticate(RoutingContext context, Arrival arrival) {
    var request = context.request();
    request.pause();
    context
        .vertx()
        .executeBlocking(() -> authentication.decide(request.headers(), arrival.source()), false)
        .onSuccess(
            verdict -> {
              request.resume();
              admit(context, arrival, verdict);
            })
        .onFailure(context::fail);
  }

  private void admit(RoutingContext context, Arrival arrival, Verdict verdict) {
    switch (verdict) {
      case Refused(var message, var challenge) -> {
        context.response().putHeader("WWW-Authenticate", challenge);
        ErrorAnswers.end(context, 401, ErrorBody.authentication(message));
      }
      case TryLater(var message, var seconds) -> tryLater(context, message, seconds);
      case Admitted caller -> {
        context.put(CALLER, caller);
        switch (arrival.version()) {
          case VersionNegotiation.Refused(var sentence) ->
              ErrorAnswers.end(context, 406, ErrorBody.routing(406, sentence));
          case VersionNegotiation.Agreed(var version) -> agreed(context, arrival, caller, version);
        }
      }
    }
  }

  private void agreed(
      RoutingContext context, Arrival arrival, Admitted caller, ApiVersion version) {
    var request = context.request();
    var path = arrival.path();
    context
        .response()
        .putHeader(VersionNegotiation.HEADER, version.toString())
        .putHeader(VersionNegotiation.COMMON_HEADER, VersionNegotiation.SERVICE + " " + version);
    ApiRequest.set(
        context,
        new ApiRequest.Facts(
            version,
            arrival.requestId(),
            BaseAddress.of(request, config, proxies),
            caller.role(),
            caller.user(),
            path.suffixStripped()));
    if (arrival.climbs()) {
      ErrorAnswers.end(context, 404, ErrorBody.routing(404, "A path with .. is no resource."));
    } else if (path.ofRamdisk() && !config.enableRamdiskEndpoints()) {
      forbid(context, "The endpoints for ramdisks are switched off.");
    } else if (!path.open() && writes(request.method()) && caller.role() != Role.ADMIN) {
      forbid(context, "Only an administrator may change something.");
    } else if (UnsupportedEndpoints.contains(path.text(), writes(request.method()))) {
      leaveOut(context, path.text());
    } else {
      weigh(context, path.bodyLimit(config));
    }
  }

  private static boolean writes(HttpMethod method) {
    return !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
  }

  private static void forbid(RoutingContext context, String sentence) {
    var status = ErrorCode.FORBIDDEN.status();
    ErrorAnswers.end(context, status, ErrorBody.application(status, sentence));
  }

  private static void leaveOut(RoutingContext context, String path) {
    ErrorAnswers.end(
        context, 404, ErrorBody.routing(404, "This service does not offer " + path + "."));
  }

  private void weigh(RoutingContext context, long limit) {
    var request = context.request();
    if (length(request) > limit) {
      WholeBody.refuse(context, request, limit);
    } else if (!hasBody(request)) {
      context.next();
    } else if (json(request)) {
      bodies.receive(context, limit);
    } else {
      context.fail(415);
    }
  }

  private static long length(HttpServerRequest request) {
    var length = request.getHeader("Content-Length");
    try {
      return length == null ? 0 : Long.parseLong(length.strip());
    } catch (NumberFormatException _) {
      return 0; // the server has refused what it cannot read; counted when it is read
    }
  }

  private static boolean hasBody(HttpServerRequest request) {
    return length(request) > 0 || request.headers().contains("Transfer-Encoding");
  }

  /** Without a type it is taken for JSON; whether it is, its reader will say. */
  private static boolean json(HttpServerRequest request) {
    var type = request.getHeader("Content-Type");
    return type == null || type.isBlank() || JSON_TYPE.matcher(type.strip()).matches();
  }
}
