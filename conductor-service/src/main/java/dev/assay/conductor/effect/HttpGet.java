package dev.assay.conductor.effect;

import dev.assay.error.ShortText;
import dev.assay.http.BoundedHttpClient;
import dev.assay.http.HttpFault;
import dev.assay.rule.ApiCall;
import dev.assay.rule.action.AllowedHosts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLParameters;

/**
 * Makes one attempt at a call: a GET that follows redirects to allowed hosts only. The reasons that
 * it reports name hosts, never a path, a query or a header. Source: spec rules.md 10.1.
 *
 * <p>Certificates are verified against the authorities that this JVM trusts, with TLS 1.2 at least.
 */
final class HttpGet {
  private static final int REDIRECTS = 10;
  private static final int MAX_SHOWN = 200;

  /** A body up to this length is read, and ignored, so that the server can finish sending. */
  private static final int MAX_LENGTH = 64 * 1024;

  private final AllowedHosts hosts;
  private final InstantSource clock;

  /** The call must not be repeated; the message gives the reason. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refusal(String why) {
      super(why);
    }
  }

  HttpGet(AllowedHosts hosts, InstantSource clock) {
    this.hosts = hosts;
    this.clock = clock;
  }

  /**
   * Makes the attempt, within the call's timeout. A thread that is interrupted stays interrupted
   * and gets a CancellationException.
   */
  Attempt attempt(ApiCall call) {
    var end = System.nanoTime() + call.timeout().toNanos();
    // A client for each attempt: proxies differ, and nothing of one call reaches another.
    try (var client = client(call)) {
      return outcome(follow(client, call, end));
    } catch (IllegalArgumentException | ExecutionException _) {
      return new Attempt.Refused("the request cannot be made");
    } catch (Refusal e) {
      return new Attempt.Refused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new Attempt.Failed(HttpFault.of(e).reason(call.timeout()), Duration.ZERO);
    }
  }

  private Attempt outcome(HttpResponse<?> answer) {
    var status = answer.statusCode();
    if (status >= 200 && status < 300) {
      return new Attempt.Succeeded();
    }
    var why = "the answer was status " + status;
    return switch (status) {
      case 429, 500, 502, 503, 504 -> new Attempt.Failed(why, retryAfter(answer));
      default -> new Attempt.Refused(why);
    };
  }

  private Duration retryAfter(HttpResponse<?> answer) {
    return answer
        .headers()
        .firstValue("Retry-After")
        .map(header -> RetryAfter.of(header, clock.instant()))
        .orElse(Duration.ZERO);
  }

  private HttpResponse<?> follow(BoundedHttpClient client, ApiCall call, long end)
      throws IOException, ExecutionException {
    call.proxies().values().forEach(proxy -> requireAllowed("", proxy));
    var first = requireAllowed("", call.url());
    var target = first;
    for (var hop = 0; hop <= REDIRECTS; hop++) {
      var headers = mayHaveHeaders(first, target) ? call.headers() : Map.<String, String>of();
      var answer = exchange(client, request(target, headers), end);
      var location = answer.headers().firstValue("Location");
      if (!isRedirect(answer.statusCode()) || location.isEmpty()) {
        return answer;
      }
      target = redirected(target, location.get());
    }
    throw new Refusal("it was redirected more than %d times".formatted(REDIRECTS));
  }

  private static boolean isRedirect(int status) {
    return switch (status) {
      case 301, 302, 303, 307, 308 -> true;
      default -> false;
    };
  }

  private URI redirected(URI from, String location) {
    var redirected = AllowedHosts.origin(from) + " redirected it, but ";
    URI target;
    try {
      target = from.resolve(location);
    } catch (IllegalArgumentException _) {
      throw new Refusal(redirected + "not to a URL");
    }
    return requireAllowed(redirected, target);
  }

  private URI requireAllowed(String why, URI url) {
    try {
      return hosts.require(url.toString());
    } catch (IllegalArgumentException e) {
      throw new Refusal(why + ShortText.shortened(String.valueOf(e.getMessage()), MAX_SHOWN));
    }
  }

  /**
   * Whether {@code target} gets the headers, which may hold tokens: only the host that the rule
   * names does, also when TLS is added.
   */
  static boolean mayHaveHeaders(URI first, URI target) {
    var to = AllowedHosts.origin(target);
    return to.equals(AllowedHosts.origin(first)) || to.equals("https://" + first.getAuthority());
  }

  private static HttpRequest.Builder request(URI target, Map<String, String> headers) {
    var request = HttpRequest.newBuilder(target).setHeader("User-Agent", "assay");
    headers.forEach(request::setHeader);
    return request;
  }

  private static HttpResponse<?> exchange(
      BoundedHttpClient client, HttpRequest.Builder request, long end)
      throws IOException, ExecutionException {
    var left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
    try {
      return client.exchange(request, MAX_LENGTH, left);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for an answer");
    }
  }

  private static BoundedHttpClient client(ApiCall call) {
    var tls = new SSLParameters();
    tls.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    return new BoundedHttpClient(
        connection -> connection.proxy(new ByScheme(call.proxies())).sslParameters(tls));
  }

  /** Selects the proxies of the call and no others, such as those of the JVM's options. */
  private static final class ByScheme extends ProxySelector {
    private final Map<String, URI> proxies;

    ByScheme(Map<String, URI> proxies) {
      this.proxies = proxies;
    }

    @Override
    public List<Proxy> select(URI target) {
      var proxy = proxies.get(target.getScheme());
      return List.of(
          proxy == null
              ? Proxy.NO_PROXY
              : new Proxy(
                  Proxy.Type.HTTP,
                  InetSocketAddress.createUnresolved(
                      proxy.getHost(), proxy.getPort() == -1 ? 80 : proxy.getPort())));
    }

    @Override
    public void connectFailed(URI target, SocketAddress proxy, IOException failure) {}
  }
}
