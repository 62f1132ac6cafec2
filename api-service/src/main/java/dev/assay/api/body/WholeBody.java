package dev.assay.api.body;

import dev.assay.api.error.BodyRefused;
import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import dev.assay.api.http.BareMetalPath;
import dev.assay.api.http.ClassicPath;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.memory.MemoryBudget;
import dev.assay.memory.PayloadMemory;
import dev.assay.rule.Phase;
import dev.assay.rule.store.RuleCache;
import io.quarkus.arc.Arc;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;

/**
 * Passes a completely received body to its resource, on the thread of the resource, once there is
 * memory for it and for what its reader builds from it. Source: spec api.md 1 (T6),
 * docs/decisions/0014.
 */
public final class WholeBody {
  static final String KEY = WholeBody.class.getName();

  /** Up to this fraction of the budget, 1/8, the bound is reserved if that is free at once. */
  private static final int BOUND_FRACTION = 8;

  private final PayloadMemory memory;
  private final BooleanSupplier earlyRules;
  private final Duration patience;

  /** Bodies are estimated one at a time, since no budget covers the memory that this takes. */
  private final Semaphore estimating = new Semaphore(1, true);

  @Inject
  WholeBody(PayloadMemory memory, RuleCache rules, BodyConfig config) {
    this(memory, () -> !rules.of(Phase.EARLY).isEmpty(), config);
  }

  /** {@code earlyRules} tells whether there are rules of the early phase. */
  WholeBody(PayloadMemory memory, BooleanSupplier earlyRules, BodyConfig config) {
    this.memory = memory;
    this.earlyRules = earlyRules;
    this.patience = config.bodyMemoryTimeout();
  }

  /**
   * Waits for memory, then passes the body on; throws UNAVAILABLE when none is free in time,
   * TOO_LARGE when the body exceeds the whole budget.
   */
  @ServerRequestFilter
  public void give(ContainerRequestContext request, RoutingContext context) throws IOException {
    ReceivedBody body = context.get(KEY);
    if (body != null) {
      try {
        request.setEntityStream(new WholeBytes(load(body, context)));
        if (body.length() > PayloadMemory.SMALL) {
          continueOnPlatformThread();
        }
      } catch (ClosedChannelException _) { // at the end of the request: the client is gone
        throw new BodyRefused(ErrorCode.INVALID_PARAMETER, "The connection was closed.");
      } finally {
        body.close();
      }
    }
  }

  /**
   * Moves the request to a platform thread: parsing a long body occupies a processor for long, and
   * Java never preempts a virtual thread that computes.
   */
  private static void continueOnPlatformThread() {
    var request = CurrentRequestManager.get();
    request.suspend();
    request.resume(Arc.container().getExecutorService());
  }

  private byte[] load(ReceivedBody body, RoutingContext context) throws IOException {
    var budget = body.length() <= PayloadMemory.SMALL ? memory.small() : memory.large();
    var deadline = System.nanoTime() + patience.toNanos();
    var changed = changed(context.normalizedPath());
    var bound = bound(body, budget, changed);
    freeAtEnd(
        bound.isPresent()
            ? bound.get()
            : budget
                .take(need(body, budget, changed, deadline), until(deadline))
                .orElseThrow(WholeBody::tooManyRequests));
    return switch (body) {
      case ReceivedBody.InMemory inMemory -> inMemory.bytes();
      case ReceivedBody.OnDisk onDisk -> onDisk.read();
    };
  }

  /**
   * Reserves an upper bound of what a body needs, which is found much faster than an estimate;
   * empty when it is too much of the budget, or not free at once.
   */
  private static Optional<MemoryBudget.Held> bound(
      ReceivedBody body, MemoryBudget budget, boolean changed) {
    return body instanceof ReceivedBody.InMemory(var bytes, _)
        ? Optional.of(bytes.length + bound(bytes, changed))
            .filter(most -> most <= budget.size() / BOUND_FRACTION)
            .flatMap(most -> budget.take(most, Duration.ZERO))
        : Optional.empty();
  }

  private static long bound(byte[] bytes, boolean changed) {
    return changed ? JsonHeapEstimate.atMostChanged(bytes) : JsonHeapEstimate.atMost(bytes);
  }

  /** Frees the memory when the request ends, with or without a response: the client may be gone. */
  private static void freeAtEnd(MemoryBudget.Held held) {
    CurrentRequestManager.get().registerCompletionCallback(_ -> held.close());
  }

  private static Duration until(long deadline) {
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  private static AssayException tooManyRequests() {
    return new AssayException(
        ErrorCode.UNAVAILABLE, "Too many large requests are being processed; try again later.");
  }

  /** True when rules may change what a machine sent to {@code path} before it is stored. */
  boolean changed(String path) {
    return (path.equals(BareMetalPath.CALLBACK) || path.equals(ClassicPath.CALLBACK))
        && earlyRules.getAsBoolean();
  }

  /**
   * The memory that the body needs, in bytes; throws UNAVAILABLE when it cannot be estimated before
   * {@code deadline}, TOO_LARGE when the budget is smaller.
   */
  long need(ReceivedBody body, MemoryBudget budget, boolean changed, long deadline)
      throws IOException {
    if (body.length() <= PayloadMemory.SMALL) {
      return estimate(body, budget, changed);
    }
    if (!acquireEstimating(until(deadline))) {
      throw tooManyRequests();
    }
    try {
      var need = estimate(body, budget, changed);
      if (need > budget.size()) {
        throw tooLargeForMemory(budget);
      }
      return need;
    } finally {
      estimating.release();
    }
  }

  private static long estimate(ReceivedBody body, MemoryBudget budget, boolean changed)
      throws IOException {
    var length = body.length();
    return length
        + (changed
            ? JsonHeapEstimate.ofChanged(body.stream(), length, budget.size())
            : JsonHeapEstimate.of(body.stream(), budget.size()));
  }

  private boolean acquireEstimating(Duration within) {
    try {
      return estimating.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static BodyRefused tooLargeForMemory(MemoryBudget budget) {
    return new BodyRefused(
        ErrorCode.TOO_LARGE,
        ("The JSON of the request needs more memory than the limit of %d MiB for one request"
                + " (assay.memory.payloads); send fewer values.")
            .formatted(budget.size() >> 20));
  }

  /** True when the body was received completely. */
  static boolean isTakenIn(RoutingContext context) {
    return context.get(KEY) != null;
  }

  /** Frees what the body holds if no resource has read it. */
  public static void discard(RoutingContext context) {
    ReceivedBody body = context.get(KEY);
    if (body != null) {
      body.close();
    }
  }

  /** Responds with 413: the body is longer than {@code limit} bytes. */
  public static void refuse(RoutingContext context, HttpServerRequest request, long limit) {
    request.handler(_ -> {});
    request.endHandler(_ -> {});
    ErrorResponses.end(
        context,
        ErrorBody.flat(
            413, "The body of the request is longer than %d KiB.".formatted(limit / 1024)));
  }

  /** Returns its bytes without a copy when all of them are read at once. */
  private static final class WholeBytes extends ByteArrayInputStream {
    private WholeBytes(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized byte[] readAllBytes() {
      if (pos != 0) {
        return super.readAllBytes();
      }
      pos = count;
      return buf;
    }
  }
}
