package dev.assay.standalone;

import dev.assay.conductor.request.RequestHandler;
import dev.assay.message.ConductorCalls;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests to the conductor of this process, without a broker; each runs on a virtual thread.
 */
@ApplicationScoped
public class InProcessConductorCalls implements ConductorCalls {
  private final RequestHandler handler;
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("question-", 0).factory());

  InProcessConductorCalls(RequestHandler handler) {
    this.handler = handler;
  }

  @Override
  public String call(String driver, String group, String request, Duration limit) {
    try {
      return CompletableFuture.supplyAsync(() -> handler.answer(request), workers)
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException _) {
      throw ConductorCalls.unanswered(driver, group, limit);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw ConductorCalls.unanswered(driver, group, limit);
    }
  }
}
