package dev.assay.api.response;

import dev.assay.api.http.ClientConnection;
import dev.assay.api.http.ResponseHeaders;
import dev.assay.api.source.SourceAddress;
import dev.assay.api.source.TrustedProxies;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.memory.PayloadMemory;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;

/**
 * Streams long responses as fast as the client reads them, and counts their memory until they are
 * sent. Passed to the server as a whole they would be in memory twice, for as long as the client
 * likes.
 */
@ApplicationScoped
public class LargeResponses {
  /** Responses longer than this are streamed, in bytes. */
  public static final int LARGE = 256 * 1024;

  private static final String KEY = LargeResponses.class.getName();
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private final PayloadMemory memory;
  private final SlowReaders readers;
  private final TrustedProxies proxies;
  private final CurrentVertxRequest current;

  LargeResponses(
      PayloadMemory memory,
      SlowReaders readers,
      TrustedProxies proxies,
      CurrentVertxRequest current) {
    this.memory = memory;
    this.readers = readers;
    this.proxies = proxies;
    this.current = current;
  }

  /** Streams every long response to a GET that a resource returns as bytes. */
  @ServerResponseFilter
  public void limit(ContainerResponseContext response, RoutingContext context) {
    if (response.getEntity() instanceof byte[] bytes
        && bytes.length > LARGE
        && context.request().method().equals(HttpMethod.GET)) {
      if (context.get(KEY) == null) {
        hold(bytes.length);
      }
      response.setEntity(watched(new ByteArrayInputStream(bytes), context));
      response.getHeaders().putSingle(HttpHeaders.CONTENT_LENGTH, bytes.length);
    }
  }

  /** Reserves memory for the response to this request, if it is long, before it is passed on. */
  void count(byte[] answer) {
    if (answer.length > LARGE) {
      hold(answer.length);
      current.getCurrent().put(KEY, true);
    }
  }

  /**
   * Waits until {@code bytes} of memory are free and reserves them until the request ends; throws
   * UNAVAILABLE when that takes too long.
   */
  public void hold(long bytes) {
    var held =
        memory
            .answers()
            .take(bytes, MAX_WAIT)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.UNAVAILABLE,
                        "Too many large responses are being sent; try again later."));
    CurrentRequestManager.get().registerCompletionCallback(_ -> held.close());
  }

  /**
   * A response of {@code length} bytes, which are read from {@code content} while they are sent.
   */
  public Response stream(InputStream content, long length) {
    return Response.ok(watched(content, current.getCurrent()), MediaType.APPLICATION_JSON_TYPE)
        .header(HttpHeaders.CONTENT_LENGTH, length)
        .build();
  }

  /**
   * Watches the reader until the request ends: when all of {@code content} was read, the last piece
   * is not sent yet.
   */
  private InputStream watched(InputStream content, RoutingContext context) {
    var watched = readers.watched(PacedContent.of(content, context.request()), reader(context));
    CurrentRequestManager.get().registerCompletionCallback(_ -> readers.forget(watched));
    return watched;
  }

  private SlowReaders.Reader reader(RoutingContext context) {
    var request = context.request();
    var source = SourceAddress.of(request, proxies);
    var name =
        "%s %s for %s (%s)"
            .formatted(
                request.method(),
                context.normalizedPath(),
                source,
                context.response().headers().get(ResponseHeaders.REQUEST_ID));
    return new SlowReaders.Reader(name, () -> ClientConnection.cut(request));
  }
}
