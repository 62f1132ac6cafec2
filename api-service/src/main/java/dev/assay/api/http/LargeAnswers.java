package dev.assay.api.http;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.memory.MemoryBudget;
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
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;

/**
 * Long answers go out as fast as the client reads them, and count as memory until then: handed to
 * the server at once they would lie there twice, for as long as the client likes.
 */
@ApplicationScoped
public class LargeAnswers {
  /** Longer ones are meant, in bytes. */
  public static final int LARGE = 256 * 1024;

  private static final String KEY = LargeAnswers.class.getName();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PayloadMemory memory;
  private final SlowReaders readers;
  private final CurrentVertxRequest current;

  LargeAnswers(PayloadMemory memory, SlowReaders readers, CurrentVertxRequest current) {
    this.memory = memory;
    this.readers = readers;
    this.current = current;
  }

  /** Every answer to a GET that a resource gives as bytes. */
  @ServerResponseFilter
  public void limit(ContainerResponseContext response, RoutingContext context) {
    if (response.getEntity() instanceof byte[] bytes
        && bytes.length > LARGE
        && context.request().method().equals(HttpMethod.GET)) {
      MemoryBudget.Held counted = context.get(KEY);
      var held = counted == null ? hold(bytes.length) : counted;
      response.setEntity(content(new ByteArrayInputStream(bytes), held, context));
      response.getHeaders().putSingle(HttpHeaders.CONTENT_LENGTH, bytes.length);
    }
  }

  /** Takes memory for the answer to this request, if it is a long one, before it is handed on. */
  void count(byte[] answer) {
    if (answer.length > LARGE) {
      current.getCurrent().put(KEY, hold(answer.length));
    }
  }

  /**
   * Waits until {@code bytes} of memory are free; UNAVAILABLE when that takes too long. They are
   * given back with the request at the latest: an answer to HEAD is neither read nor closed.
   */
  public MemoryBudget.Held hold(long bytes) {
    var held =
        memory
            .answers()
            .take(bytes, PATIENCE)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.UNAVAILABLE,
                        "Too many long answers are on their way; try again later."));
    CurrentRequestManager.get().registerCompletionCallback(_ -> held.close());
    return held;
  }

  /** An answer of {@code length} bytes that are read while they are sent; then gives back. */
  public Response stream(InputStream content, long length, MemoryBudget.Held held) {
    return Response.ok(
            content(content, held, current.getCurrent()), MediaType.APPLICATION_JSON_TYPE)
        .header(HttpHeaders.CONTENT_LENGTH, length)
        .build();
  }

  private InputStream content(InputStream bytes, MemoryBudget.Held held, RoutingContext context) {
    return new Counted(readers.watched(bytes, () -> context.response().reset()), held);
  }

  private static final class Counted extends FilterInputStream {
    private final MemoryBudget.Held held;

    private Counted(InputStream content, MemoryBudget.Held held) {
      super(content);
      this.held = held;
    }

    @Override
    public void close() throws IOException {
      held.close();
      super.close();
    }
  }
}
