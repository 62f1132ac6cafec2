package dev.assay.rule;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP GET that a rule orders; made after the inspection is committed, and its answer's body is
 * not looked at. Source: spec rules.md 10.1.
 *
 * @param url http or https, to an allowed host
 * @param proxies by scheme, "http" or "https"; allowed hosts as well
 * @param timeout of one attempt, redirects and body included
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
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

  public ApiCall {
    headers = Map.copyOf(headers);
    proxies = Map.copyOf(proxies);
  }

  /**
   * How long to wait after the {@code failures}-th failed attempt: not at all after the first, then
   * the factor times two to the number of failures less one, two minutes at most. Empty when no
   * attempt is left.
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
        seconds < LONGEST_PAUSE.toSeconds()
            ? Duration.ofMillis(Math.round(seconds * 1000))
            : LONGEST_PAUSE);
  }

  /** For people: whom it calls. What is asked there, and with which headers, may be secret. */
  @Override
  public String toString() {
    return "API call to " + AllowedHosts.origin(url);
  }
}
