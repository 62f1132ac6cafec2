package dev.assay.rule;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP GET request made by action api-call. It is sent after the inspection is committed, and
 * the response body is ignored. Source: spec rules.md 10.1.
 *
 * @param url http or https, to an allowed host
 * @param proxies by scheme, "http" or "https"; their hosts must be allowed as well
 * @param timeout of one attempt, including redirects and the response body
 * @param retries attempts after the first
 * @param backoffFactor seconds; see {@link #pauseAfter}
 */
public record ApiCall(
    URI url,
    Map<String, String> headers,
    Map<String, URI> proxies,
    Duration timeout,
    int retries,
    double backoffFactor) {
  private static final Duration MAX_PAUSE = Duration.ofMinutes(2);

  public ApiCall {
    headers = Map.copyOf(headers);
    proxies = Map.copyOf(proxies);
  }

  /**
   * How long to wait after the {@code failures}-th failed attempt: zero after the first, then
   * {@code backoffFactor * 2^(failures - 1)} seconds, at most two minutes. Empty when no retry is
   * left.
   */
  public Optional<Duration> pauseAfter(int failures) {
    if (failures > retries) {
      return Optional.empty();
    }
    if (failures == 1) {
      return Optional.of(Duration.ZERO);
    }
    var seconds = backoffFactor * Math.pow(2, failures - 1);
    return Optional.of(
        seconds < MAX_PAUSE.toSeconds()
            ? Duration.ofMillis(Math.round(seconds * 1000))
            : MAX_PAUSE);
  }

  /**
   * Scheme, host and port of the URL: "https://host.example.org:8443". Only this part may be shown;
   * the rest and the headers may be secret.
   */
  public String origin() {
    return "%s://%s%s"
        .formatted(url.getScheme(), url.getHost(), url.getPort() == -1 ? "" : ":" + url.getPort());
  }

  /** For logs. */
  @Override
  public String toString() {
    return "API call to " + origin();
  }
}
