package dev.assay.rule;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * An HTTP GET that a rule orders; made after the inspection is committed, and its answer's body is
 * not looked at. Source: spec rules.md 10.1.
 *
 * @param url http or https, to an allowed host
 * @param proxies by scheme, "http" or "https"; allowed hosts as well
 * @param timeout of one attempt
 * @param retries attempts after the first
 * @param backoffFactor seconds; the n-th pause is this times two to the n-1
 */
public record ApiCall(
    URI url,
    Map<String, String> headers,
    Map<String, URI> proxies,
    Duration timeout,
    int retries,
    double backoffFactor) {
  public ApiCall {
    headers = Map.copyOf(headers);
    proxies = Map.copyOf(proxies);
  }
}
