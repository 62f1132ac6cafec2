package dev.assay.api.http;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.memory.MemoryBudget;
import dev.assay.memory.PayloadMemory;
import dev.assay.rule.store.RuleCache;
import dev.assay.rule.definition.Phase;
import io.quarkus.arc.Arc;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;

/**
 * Gives a body that was received whole to its resource, on the resource's thread, once there is
 * memory for it and for what its reader makes of it. Source: spec api.md 1 (T6),
 * docs/decisions/0014.
 */
public final class WholeBody {
  static final String KEY = WholeBody.class.getName();

  /** A body of so small a part of the budget is not estimated exactly. */
  private static final int LIGHT = 32;

  private final PayloadMemory memory;
  private final BooleanSupplier earlyRules;
  private final Duration patience;

  /** Bodies are estimated one at a time: nobody has counted the memory that this takes. */
  private final Semaphore scales = new Semaphore(1, true);

  @Inject
  WholeBody(PayloadMemory memory, RuleCache rules, BodyConfig config) {
    this(memory, () -> !rules.of(Phase.EARLY).isEmpty(), config);
  }

  /** {@code earlyRules} is whether there are any. */
  WholeBody(PayloadMemory memory, BooleanSupplier earlyRules, BodyConfig config) {
    this.memory = memory;
    this.earlyRules = earlyRules;
    this.patience = config.bodyMemoryTimeout();
  }

  /** Waits for memory; UNAVAILABLE when there is none in time, TOO_LARGE when there never is. */
  @ServerRequestFilter
  public void give(ContainerRequestContext request, RoutingContext context) throws IOException {
    ReceivedBody body = context.get(KEY);
    if (body != null) {
      try {
        request.setEntityStream(new WholeBytes(load(body, context)));
        if (body.length() > PayloadMemory.SMALL) {
          continueOnPlatformThread();
        }
      } catch (ClosedChannelException _) { // by its end: the client went away meanwhile
        throw new BodyRefused(ErrorCode.INVALID_PARAMETER, "The connection was closed.");
      } finally {
        body.close();
      }
    }
  }

  /**
   * To parse a long body takes a processor for long, and Java never interrupts a virtual thread
   * that computes.
   */
  private static void continueOnPlatformThread() {
    var request = CurrentRequestManager.get();
    request.suspend();
    request.resume(Arc.container().getExecutorService());
  }

  private byte[] load(ReceivedBody body, RoutingContext context) throws IOException {
    var budget = body.length() <= PayloadMemory.SMALL ? memory.small() : memory.large();
    var deadline = System.nanoTime() + patience.toNanos();
    var need = need(body, budget, changed(context), deadline);
    atTheEnd(budget.take(need, until(deadline)).orElseThrow(WholeBody::tooMany));
    return switch (body) {
      case ReceivedBody.InMemory inMemory -> inMemory.bytes();
      case ReceivedBody.OnDisk onDisk -> onDisk.read();
    };
  }

  /** Gives the memory back when the request is over, answered or not: the client may be gone. */
  private static void atTheEnd(MemoryBudget.Held held) {
    CurrentRequestManager.get().registerCompletionCallback(_ -> held.close());
  }

  private static Duration until(long deadline) {
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  private static AssayException tooMany() {
    return new AssayException(
        ErrorCode.UNAVAILABLE, "Too many large requests are being processed; try again later.");
  }

  /** What a machine sent may be changed by rules before it is stored. */
  private boolean changed(RoutingContext context) {
    return context.normalizedPath().equals(RequestPath.CALLBACK) && earlyRules.getAsBoolean();
  }

  /** Gets its turn at the scales before {@code deadline}, or UNAVAILABLE. */
  long need(ReceivedBody body, MemoryBudget budget, boolean changed, long deadline)
      throws IOException {
    if (body.length() <= PayloadMemory.SMALL) {
      return estimate(body, budget, changed);
    }
    if (!turn(until(deadline))) {
      throw tooMany();
    }
    try {
      var need = estimate(body, budget, changed);
      if (need > budget.size()) {
        throw tooHeavy(budget);
      }
      return need;
    } finally {
      scales.release();
    }
  }

  private static long estimate(ReceivedBody body, MemoryBudget budget, boolean changed)
      throws IOException {
    var length = body.length();
    if (body instanceof ReceivedBody.InMemory(var bytes, _)) {
      var bound = changed ? JsonHeapEstimate.atMostChanged(bytes) : JsonHeapEstimate.atMost(bytes);
      if (bound <= budget.size() / LIGHT) {
        return length + bound;
      }
    }
    return length
        + (changed
            ? JsonHeapEstimate.ofChanged(body.stream(), length, budget.size())
            : JsonHeapEstimate.of(body.stream(), budget.size()));
  }

  private boolean turn(Duration within) {
    try {
      return scales.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static BodyRefused tooHeavy(MemoryBudget budget) {
    return new BodyRefused(
        ErrorCode.TOO_LARGE,
        "The JSON of the request needs more memory than there is for one: %d MiB, by assay.memory.payloads; send fewer values."
            .formatted(budget.size() >> 20));
  }

  /** True when all of the body was read. */
  static boolean isTakenIn(RoutingContext context) {
    return context.get(KEY) != null;
  }

  /** Frees what a body holds that no resource has read. */
  static void discard(RoutingContext context) {
    ReceivedBody body = context.get(KEY);
    if (body != null) {
      body.close();
    }
  }

  /** That a body is longer than {@code limit} bytes. */
  static void refuse(RoutingContext context, HttpServerRequest request, long limit) {
    request.handler(_ -> {});
    request.endHandler(_ -> {});
    ErrorAnswers.end(
        context,
        413,
        ErrorBody.flat(
            413, "The body of the request is longer than %d KiB.".formatted(limit / 1024)));
  }

  /** Gives its bytes without a copy to who asks for all of them. */
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
