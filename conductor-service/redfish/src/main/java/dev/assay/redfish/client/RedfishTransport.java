package dev.assay.redfish.client;

import dev.assay.hardware.Deadline;
import dev.assay.hardware.HardwareFailure;
import dev.assay.http.BoundedHttpClient;
import dev.assay.http.HttpFault;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * Sends requests to one BMC, limited in size and time, to no other host, with retries after 503. It
 * knows no users; the caller supplies the header with the credential.
 */
final class RedfishTransport {
  /** Largest body, in bytes; the largest resources of real BMCs have a few ten thousand. */
  static final int LARGEST = 1024 * 1024;

  private static final int REDIRECTS = 3;
  private static final int ATTEMPTS = 4;
  private static final Duration MIN_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final BoundedHttpClient client;
  private final Circuits circuits;
  private final BmcAddress address;
  private final BmcErrors errors;
  private final Duration requestTimeout;
  private final Deadline deadline;
  private final Runnable beforeCommand;

  /** The header that authenticates a request. */
  record Credential(String header, String value) {
    @Override
    public String toString() {
      return header + ": ******";
    }
  }

  /**
   * @param beforeCommand runs before each request that changes something, repeated ones too, and
   *     throws when that may not be sent
   */
  RedfishTransport(
      BoundedHttpClient client,
      Circuits circuits,
      RedfishAccess access,
      Duration requestTimeout,
      Deadline deadline,
      Runnable beforeCommand) {
    this.client = client;
    this.circuits = circuits;
    this.address = access.address();
    this.errors = new BmcErrors(access);
    this.requestTimeout = requestTimeout;
    this.deadline = deadline;
    this.beforeCommand = beforeCommand;
  }

  /**
   * Sends {@code request} and returns the response, whatever its status; 503 is retried a few times
   * and then throws HardwareFailure.
   */
  RedfishResponse exchange(RedfishRequest request, Optional<Credential> credential) {
    var answer = follow(request, credential);
    for (var attempt = 1; answer.status() == 503; attempt++) {
      if (attempt >= ATTEMPTS || deadline.passed()) {
        throw errors.busy(request, answer);
      }
      deadline.pause(retryAfter(answer));
      answer = follow(request, credential);
    }
    return answer;
  }

  /** Makes one attempt and returns the response; follows redirects within the BMC. */
  RedfishResponse follow(RedfishRequest request, Optional<Credential> credential) {
    var current = request;
    for (var hop = 0; hop <= REDIRECTS; hop++) {
      var answer = send(current, credential);
      var target = answer.header("Location");
      if (!isRedirect(answer.status()) || target.isEmpty()) {
        return answer;
      }
      current = current.to(within(current, target.get()));
    }
    throw errors.redirects(request);
  }

  private static boolean isRedirect(int status) {
    return switch (status) {
      case 301, 302, 307, 308 -> true;
      default -> false;
    };
  }

  private String within(RedfishRequest request, String location) {
    try {
      return at(at(request.path()).resolve(new URI(location)).toString()).toString();
    } catch (URISyntaxException _) {
      throw errors.foreign(location);
    }
  }

  private URI at(String path) {
    return address.at(path).orElseThrow(() -> errors.foreign(path));
  }

  private RedfishResponse send(RedfishRequest request, Optional<Credential> credential) {
    if (request.changes()) {
      beforeCommand.run();
    }
    circuits
        .refused(address)
        .ifPresent(
            left -> {
              throw errors.leftAlone(request, Circuits.FAILURES, left);
            });
    var limit = deadline.atMost(requestTimeout, MIN_TIMEOUT);
    try {
      var answer = client.exchange(http(request, credential), LARGEST, limit);
      circuits.answered(address);
      var body = answer.body().orElseThrow(() -> errors.tooLarge(request, LARGEST));
      return new RedfishResponse(answer.statusCode(), answer.headers(), body);
    } catch (InterruptedException _) {
      throw Deadline.cancelled();
    } catch (IOException e) {
      record(HttpFault.of(e));
      throw failure(request, limit, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error broken) {
        throw broken;
      }
      throw new IllegalStateException("asking the BMC at %s".formatted(address), e);
    }
  }

  /** Only what costs time: a BMC that refuses connections at once holds nobody. */
  private void record(HttpFault fault) {
    switch (fault) {
      case NO_CONNECTION_IN_TIME, NO_RESPONSE_IN_TIME -> circuits.timedOut(address);
      case NAME_UNKNOWN, NO_CONNECTION, TLS_FAILED, BROKEN -> circuits.answered(address);
    }
  }

  private HardwareFailure failure(RedfishRequest request, Duration limit, IOException e) {
    return switch (HttpFault.of(e)) {
      case NO_CONNECTION_IN_TIME -> errors.unreachable(request, "no connection in time", e);
      case NO_RESPONSE_IN_TIME ->
          errors.unreachable(request, "no answer within " + shown(limit), e);
      case NAME_UNKNOWN, NO_CONNECTION ->
          errors.unreachable(request, "the connection failed" + errors.because(e), e);
      case TLS_FAILED ->
          errors.unreachable(
              request,
              "TLS failed"
                  + errors.because(e)
                  + "; check redfish_verify_ca, which selects the trusted certificates",
              e);
      case BROKEN -> errors.broken(request, e);
    };
  }

  private HttpRequest.Builder http(RedfishRequest request, Optional<Credential> credential) {
    var http =
        HttpRequest.newBuilder(at(request.path()))
            .header("Accept", "application/json")
            .header("OData-Version", "4.0")
            .header("User-Agent", "assay");
    credential.ifPresent(given -> http.header(given.header(), given.value()));
    request.ifMatch().ifPresent(etag -> http.header("If-Match", etag));
    var body = request.body();
    if (body.isPresent()) {
      http.header("Content-Type", "application/json");
    }
    var publisher =
        body.map(json -> BodyPublishers.ofString(json.toString()))
            .orElseGet(BodyPublishers::noBody);
    return http.method(request.method(), publisher);
  }

  /** The delay in seconds, as BMCs send it; one second when it is a date or missing. */
  private static Duration retryAfter(RedfishResponse answer) {
    var text = answer.header("Retry-After").orElse("1").strip();
    var seconds = text.matches("\\d{1,6}") ? Duration.ofSeconds(Long.parseLong(text)) : null;
    if (seconds == null) {
      return Duration.ofSeconds(1);
    }
    return seconds.compareTo(LONGEST_PAUSE) < 0 ? seconds : LONGEST_PAUSE;
  }

  private static String shown(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
