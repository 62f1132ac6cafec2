package dev.assay.standalone;

import dev.assay.conductor.question.QuestionInbox;
import dev.assay.message.ConductorCalls;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Instead of a broker: the conductor of this process answers, on a thread of its own. */
@ApplicationScoped
public class InProcessCalls implements ConductorCalls {
  private final QuestionInbox inbox;
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("question-", 0).factory());

  InProcessCalls(QuestionInbox inbox) {
    this.inbox = inbox;
  }

  @Override
  public String call(String driver, String group, String question, Duration limit) {
    try {
      return CompletableFuture.supplyAsync(() -> inbox.answer(question), workers)
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException _) {
      throw ConductorCalls.unanswered(driver, group, limit);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw ConductorCalls.unanswered(driver, group, limit);
    }
  }
}
