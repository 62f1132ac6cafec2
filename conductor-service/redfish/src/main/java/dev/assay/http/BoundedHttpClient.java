package dev.assay.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * An HTTP/1.1 client that limits the time of each exchange, from the connection to the last byte of
 * the response, and the length of the response's body. It follows no redirect: where one may lead
 * is for the caller to decide. A client that is not closed ends by itself when it is no longer
 * used. Why it is not quarkus-rest-client: docs/decisions/0030.
 */
public final class BoundedHttpClient implements AutoCloseable {
  private static final Executor THREADS =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory());

  /**
   * Seconds for which the JDK keeps an idle connection: long enough for the steps of one operation.
   * Each takes about 20 KiB, and a conductor that reads the power state of 10,000 BMCs every minute
   * would have 5,000 of them with the JDK's 30 s.
   */
  private static final String IDLE_SECONDS = "5";

  static {
    closeIdleSoon();
  }

  private final HttpClient client;
  private final ExchangeWatch watch;

  /**
   * Has the JDK close idle connections after 5 s. It reads that once, before the first HTTP client
   * of the process is built, so to be called early where other code may build one.
   */
  public static void closeIdleSoon() {
    var property = "jdk.httpclient.keepalive.timeout";
    if (System.getProperty(property) == null) {
      System.setProperty(property, IDLE_SECONDS);
    }
  }

  /**
   * @param connection sets how to connect: timeout, proxies, TLS
   */
  public BoundedHttpClient(UnaryOperator<HttpClient.Builder> connection) {
    this(connection, ExchangeWatch.NONE);
  }

  /**
   * @param connection as above
   * @param watch is told of each exchange
   */
  public BoundedHttpClient(UnaryOperator<HttpClient.Builder> connection, ExchangeWatch watch) {
    this.watch = watch;
    client =
        connection
            .apply(HttpClient.newBuilder())
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(THREADS)
            .build();
  }

  /**
   * Sends {@code request} and returns the response, whatever its status; {@link HttpFault} tells
   * what an IOException means. The JDK repeats a GET once by itself when the connection breaks
   * before the first byte of a response.
   *
   * @param longest body that is read, in bytes; the body of the response is empty if it is longer
   * @param limit more than zero
   * @throws ExecutionException when the JDK fails to make the request
   */
  public HttpResponse<Optional<byte[]>> exchange(
      HttpRequest.Builder request, int longest, Duration limit)
      throws IOException, InterruptedException, ExecutionException {
    var bounded = request.timeout(limit).build();
    var watched = watch.begin(bounded.method(), bounded.uri());
    try {
      var response = exchange(bounded, longest, limit);
      watched.answered(response.statusCode());
      return response;
    } catch (IOException | InterruptedException | ExecutionException | RuntimeException e) {
      watched.failed(e);
      throw e;
    }
  }

  private HttpResponse<Optional<byte[]>> exchange(HttpRequest request, int longest, Duration limit)
      throws IOException, InterruptedException, ExecutionException {
    var answering = client.sendAsync(request, _ -> new BoundedBody(longest));
    try {
      // The request's own timeout ends with the headers (JDK-8208693); this one bounds the body
      // too. It is longer, because only the other tells whether the connection was late.
      return answering.get(limit.plusMillis(1).toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      throw new HttpTimeoutException("no complete response in time");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException broken) {
        throw broken;
      }
      throw e;
    } finally {
      answering.cancel(true);
    }
  }

  /** Closes all connections at once. */
  @Override
  public void close() {
    client.shutdownNow();
  }
}
