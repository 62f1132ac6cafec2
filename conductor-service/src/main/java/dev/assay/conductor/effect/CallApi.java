package dev.assay.conductor.effect;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.HistoryEntry;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import dev.assay.registration.ConductorConfig;
import dev.assay.rule.AllowedHosts;
import dev.assay.rule.store.ApiCalls;
import dev.assay.rule.store.ApiCalls.Claim;
import dev.assay.rule.store.ApiCalls.Claimed;
import dev.assay.rule.RulesConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * Makes a call that a rule ordered, once its inspection is committed: one attempt for each command,
 * without the node's lease and without a connection to the database meanwhile. An attempt that
 * failed is repeated by a later command. A call that is given up changes nothing of the inspection,
 * which has ended by then: it is told in the log and in the node's history. Source: spec rules.md
 * 10.1, docs/decisions/0013.
 */
@ApplicationScoped
public class CallApi {
  private static final Logger LOG = Logger.getLogger(CallApi.class);

  /** Of the workers, calls may keep one in so many busy: inspections go on when hosts are slow. */
  private static final int SHARE = 4;

  private static final Duration LOST_AFTER = Duration.ofHours(1);
  private static final int REMINDED_AT_ONCE = 1000;
  private static final Duration UNTIL_OTHERS_ARE_DONE = Duration.ofMinutes(1);

  private final ApiCalls calls;
  private final Outbox outbox;
  private final Nodes nodes;
  private final ConductorRegistration registration;
  private final MeterRegistry metrics;
  private final Clock clock;
  private final HttpGet http;
  private final Semaphore free;

  CallApi(
      ApiCalls calls,
      Outbox outbox,
      Nodes nodes,
      ConductorRegistration registration,
      RulesConfig rules,
      ConductorConfig conductor,
      MeterRegistry metrics,
      Clock clock) {
    this.calls = calls;
    this.outbox = outbox;
    this.nodes = nodes;
    this.registration = registration;
    this.metrics = metrics;
    this.clock = clock;
    this.http = new HttpGet(AllowedHosts.of(rules), clock);
    this.free = new Semaphore(Math.max(1, conductor.workers() / SHARE));
  }

  public void run(Command.CallApi command) {
    if (!free.tryAcquire()) {
      QuarkusTransaction.requiringNew()
          .run(() -> calls.putOff(command.node(), command.call(), UNTIL_OTHERS_ARE_DONE));
      return;
    }
    try {
      switch (QuarkusTransaction.requiringNew().call(() -> calls.claim(command.call()))) {
        case Claim.Gone() -> LOG.debug("Nothing is left to do: the call was made before.");
        case Claim.TooEarly(Duration left) -> putOff(command, left);
        case Claimed claimed -> finish(command.node(), claimed, http.attempt(claimed.call()));
      }
    } finally {
      free.release();
    }
  }

  /** What was not heard of for so long is not on its way any more. */
  @Scheduled(every = "10m", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void remind() {
    QuarkusTransaction.requiringNew().run(() -> calls.remind(LOST_AFTER, REMINDED_AT_ONCE));
  }

  private void putOff(Command.CallApi command, Duration delay) {
    QuarkusTransaction.requiringNew().run(() -> outbox.sendLater(command, delay));
  }

  private void finish(NodeId node, Claimed claimed, Attempt attempt) {
    switch (attempt) {
      case Attempt.Succeeded() -> {
        QuarkusTransaction.requiringNew().run(() -> calls.remove(claimed));
        count("succeeded");
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
    count("failed");
  }

  private void giveUp(NodeId node, Claimed claimed, String why) {
    var sentence =
        "%s, ordered by a rule in inspection %s, was given up at attempt %d: %s."
            .formatted(claimed.call(), claimed.inspection(), claimed.failures() + 1, why);
    if (QuarkusTransaction.requiringNew().call(() -> record(node, claimed, sentence))) {
      LOG.warn(sentence);
      count("given-up");
    }
  }

  /** First the node's row, as everybody does; false when the call is no longer ours. */
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
    metrics.counter("assay.rules.calls", "outcome", outcome).increment();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
