package dev.assay.conductor.effect;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Nodes;
import dev.assay.registration.ConductorConfig;
import dev.assay.rule.action.AllowedHosts;
import dev.assay.rule.engine.RulesConfig;
import dev.assay.rule.store.ApiCalls;
import dev.assay.rule.store.ApiCalls.Claim;
import dev.assay.rule.store.ApiCalls.Claimed;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * Makes an HTTP call that a rule ordered, once its inspection is committed: one attempt per
 * command, without holding the node's lease or a database connection. A failed attempt is retried
 * by a later command. A call that is given up does not change the inspection, which has ended by
 * then: it is reported in the log and in the node's history. Source: spec rules.md 10.1,
 * docs/decisions/0013.
 */
@ApplicationScoped
public class CallApi {
  private static final Logger LOG = Logger.getLogger(CallApi.class);
  private static final String TASK = "remind-of-calls";

  /** Calls may occupy one in this many workers, so that inspections go on when hosts are slow. */
  private static final int WORKERS_PER_CALL = 4;

  private static final Duration LOST_AFTER = Duration.ofHours(1);
  private static final int REMINDER_BATCH = 1000;
  private static final Duration BUSY_DELAY = Duration.ofMinutes(1);

  private static final String OUTCOME = "outcome";
  private static final String SUCCEEDED = "succeeded";
  private static final String FAILED = "failed";
  private static final String GIVEN_UP = "given-up";

  private final ApiCalls calls;
  private final Outbox outbox;
  private final Nodes nodes;
  private final ConductorRegistration registration;
  private final SingletonTasks tasks;
  private final MeterProvider<Counter> attempts;
  private final Clock clock;
  private final HttpGet http;
  private final Semaphore slots;

  CallApi(
      ApiCalls calls,
      Outbox outbox,
      Nodes nodes,
      ConductorRegistration registration,
      SingletonTasks tasks,
      RulesConfig rules,
      ConductorConfig conductor,
      MeterRegistry metrics,
      Clock clock) {
    this.calls = calls;
    this.outbox = outbox;
    this.nodes = nodes;
    this.registration = registration;
    this.tasks = tasks;
    this.attempts =
        Counter.builder("assay.rules.calls")
            .description("Attempts of HTTP calls that rules ordered")
            .withRegistry(metrics);
    for (var outcome : List.of(SUCCEEDED, FAILED, GIVEN_UP)) { // so that every one is there with 0
      attempts.withTag(OUTCOME, outcome);
    }
    this.clock = clock;
    this.http = new HttpGet(AllowedHosts.of(rules.apiCallHosts().orElse(List.of())), clock);
    this.slots = new Semaphore(Math.max(1, conductor.workers() / WORKERS_PER_CALL));
  }

  public WorkOutcome run(Command.CallApi command) {
    if (!slots.tryAcquire()) {
      QuarkusTransaction.requiringNew()
          .run(() -> calls.putOff(command.node(), command.call(), BUSY_DELAY));
      return new WorkOutcome.Done();
    }
    try {
      switch (QuarkusTransaction.requiringNew().call(() -> calls.claim(command.call()))) {
        case Claim.Gone() -> {
          return new WorkOutcome.NothingToDo();
        }
        case Claim.TooEarly(Duration left) -> putOff(command, left);
        case Claimed claimed -> finish(command.node(), claimed, http.attempt(claimed.call()));
      }
      return new WorkOutcome.Done();
    } finally {
      slots.release();
    }
  }

  /** Sends commands again for calls that are overdue for so long that theirs must be lost. */
  @Scheduled(every = "10m", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void remind() {
    tasks.run(
        TASK,
        () ->
            QuarkusTransaction.requiringNew().run(() -> calls.remind(LOST_AFTER, REMINDER_BATCH)));
  }

  private void putOff(Command.CallApi command, Duration delay) {
    QuarkusTransaction.requiringNew().run(() -> outbox.sendLater(command, delay));
  }

  private void finish(NodeId node, Claimed claimed, Attempt attempt) {
    switch (attempt) {
      case Attempt.Succeeded() -> {
        QuarkusTransaction.requiringNew().run(() -> calls.remove(claimed));
        count(SUCCEEDED);
      }
      case Attempt.Failed(String why, Duration retryAfter) ->
          claimed
              .call()
              .pauseAfter(claimed.failures() + 1)
              .ifPresentOrElse(
                  pause -> retry(node, claimed, longer(pause, retryAfter), why),
                  () -> giveUp(node, claimed, why));
      case Attempt.Refused(String why) -> giveUp(node, claimed, why);
    }
  }

  private void retry(NodeId node, Claimed claimed, Duration pause, String why) {
    LOG.debugf("%s failed: %s. Again in %s.", claimed.call(), why, pause);
    QuarkusTransaction.requiringNew().run(() -> calls.retry(node, claimed, pause));
    count(FAILED);
  }

  private void giveUp(NodeId node, Claimed claimed, String why) {
    var sentence =
        "%s, ordered by a rule in inspection %s, was given up at attempt %d: %s."
            .formatted(claimed.call(), claimed.inspection(), claimed.failures() + 1, why);
    if (QuarkusTransaction.requiringNew().call(() -> record(node, claimed, sentence))) {
      LOG.warn(sentence);
      count(GIVEN_UP);
    }
  }

  /**
   * Locks the node's row first, as all code does; returns false when the call is no longer claimed
   * here.
   */
  private boolean record(NodeId id, Claimed claimed, String sentence) {
    var node = nodes.findForUpdate(id);
    if (node.isEmpty() || !calls.remove(claimed)) {
      return false;
    }
    nodes.record(
        new HistoryEntry(
            node.get(),
            HistoryEntry.Kind.INTROSPECTION,
            true,
            sentence,
            registration.name(),
            clock.instant()));
    return true;
  }

  private void count(String outcome) {
    attempts.withTag(OUTCOME, outcome).increment();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
