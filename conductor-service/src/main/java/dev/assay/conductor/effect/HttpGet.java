package dev.assay.conductor.effect;

import dev.assay.hook.ShortText;
import dev.assay.rule.AllowedHosts;
import dev.assay.rule.ApiCall;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * Makes one attempt at a call: a GET that follows redirects to allowed hosts only. The reasons that
 * it reports name hosts, never a path, a query or a header. Source: spec rules.md 10.1.
 *
 * <p>Certificates are verified against the authorities that this JVM trusts, with TLS 1.2 at least.
 * The JDK repeats a GET once by itself when the connection breaks before the first byte of a
 * response.
 */
final class HttpGet {
  private static final int REDIRECTS = 10;
  private static final int MAX_SHOWN = 200;
  private static final Executor THREADS =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("api-call-", 0).factory());

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
    var client = client(call);
    try {
      return outcome(follow(client, call, end));
    } catch (IllegalArgumentException _) {
      return new Attempt.Refused("the request cannot be made");
    } catch (Refusal e) {
      return new Attempt.Refused(String.valueOf(e.getMessage()));
    } catch (TimeoutException | HttpTimeoutException _) {
      return failed("no answer within %s s".formatted(seconds(call.timeout())));
    } catch (IOException e) {
      return failed(reason(e));
    } finally {
      client.shutdownNow();
    }
  }

  private Attempt outcome(HttpResponse<Void> answer) {
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

  private Duration retryAfter(HttpResponse<Void> answer) {
    return answer
        .headers()
        .firstValue("Retry-After")
        .map(header -> RetryAfter.of(header, clock.instant()))
        .orElse(Duration.ZERO);
  }

  private HttpResponse<Void> follow(HttpClient client, ApiCall call, long end)
      throws IOException, TimeoutException {
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

  private static HttpRequest request(URI target, Map<String, String> headers) {
    var request = HttpRequest.newBuilder(target).setHeader("User-Agent", "assay");
    headers.forEach(request::setHeader);
    return request.build();
  }

  private static HttpResponse<Void> exchange(HttpClient client, HttpRequest request, long end)
      throws IOException, TimeoutException {
    var answering = client.sendAsync(request, _ -> new DiscardedBody());
    try {
      return answering.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException broken) {
        throw broken;
      }
      throw new IllegalArgumentException(e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for an answer");
    } finally {
      answering.cancel(true);
    }
  }

  /** Does not use the exception's message, which may quote a response that echoes the request. */
  private static String reason(IOException e) {
    return switch (e) {
      case ConnectException unknown when unknown.getCause() instanceof UnresolvedAddressException ->
          "its name is not known";
      case ConnectException _ -> "the connection failed";
      case SSLException _ -> "TLS failed: is its certificate one that this Java trusts?";
      default -> "the connection broke, or the answer was not HTTP";
    };
  }

  private static Attempt failed(String why) {
    return new Attempt.Failed(why, Duration.ZERO);
  }

  private static String seconds(Duration timeout) {
    return BigDecimal.valueOf(timeout.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  private static HttpClient client(ApiCall call) {
    var tls = new SSLParameters();
    tls.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .proxy(new ByScheme(call.proxies()))
        .executor(THREADS)
        .sslParameters(tls)
        .build();
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
