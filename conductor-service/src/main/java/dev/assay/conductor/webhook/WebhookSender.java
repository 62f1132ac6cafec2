package dev.assay.conductor.webhook;

import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.rule.action.AllowedHosts;
import dev.assay.webhook.WebhookConfig;
import dev.assay.webhook.WebhookDeliveries;
import dev.assay.webhook.WebhookDeliveries.Delivery;
import dev.assay.webhook.WebhookDeliveries.Failure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;

/**
 * Sends events to webhooks: one conductor does for all, each webhook in a thread of its own, so
 * that none waits for another. In order, at least once; after a failure later again, with growing
 * pauses. No connection to the database is held while a receiver responds. Source: spec api.md
 * 9.16, docs/decisions/0049.
 */
@Startup
@ApplicationScoped
public class WebhookSender {
  private static final Logger LOG = Logger.getLogger(WebhookSender.class);
  private static final String TASK = "webhooks";
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int MAX_DOUBLED = 20;
  private static final String OUTCOME = "outcome";
  private static final String SUCCEEDED = "succeeded";
  private static final String FAILED = "failed";

  private final WebhookDeliveries deliveries;
  private final WebhookConfig config;
  private final SingletonTasks tasks;
  private final DatabaseOutage outage;
  private final MeterProvider<Counter> requests;
  private final WebhookRequest request;
  private final Set<UUID> busy = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  WebhookSender(
      WebhookDeliveries deliveries,
      WebhookConfig config,
      SingletonTasks tasks,
      DatabaseOutage outage,
      MeterRegistry metrics,
      Clock clock) {
    this.deliveries = deliveries;
    this.config = config;
    this.tasks = tasks;
    this.outage = outage;
    this.requests =
        Counter.builder("assay.webhooks.requests")
            .description("Requests to webhooks")
            .withRegistry(metrics);
    for (var outcome : List.of(SUCCEEDED, FAILED)) { // so that every one is there with 0
      requests.withTag(OUTCOME, outcome);
    }
    validate();
    var hosts = AllowedHosts.of("assay.webhooks.hosts", config.hosts().orElse(List.of()));
    this.request = new WebhookRequest(hosts, config.timeout(), clock);
  }

  private void validate() {
    if (config.timeout().compareTo(Duration.ofSeconds(1)) < 0
        || config.timeout().compareTo(Duration.ofSeconds(60)) > 0
        || config.batch() < 1
        || config.batch() > 1000
        || config.maxPause().compareTo(FIRST_PAUSE) < 0
        || config.giveUpAfter().isNegative()) {
      throw new IllegalArgumentException(
          "assay.webhooks.timeout must be 1s to 60s, batch 1 to 1000, max-pause 1s or more, and"
              + " give-up-after 0 or more");
    }
  }

  /** Has the conductor that does it for all look for webhooks that are due. */
  @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    tasks.run(TASK, this::sendDue);
  }

  /** Begins to send to every webhook that is due and is not being sent to. */
  void sendDue() {
    for (var webhook : QuarkusTransaction.requiringNew().call(deliveries::due)) {
      if (!stopping && busy.add(webhook)) {
        Thread.ofVirtual().name("webhook-" + webhook).start(() -> sendAll(webhook));
      }
    }
  }

  private void sendAll(UUID webhook) {
    try {
      while (!stopping && sendNext(webhook)) {
        // what has come meanwhile
      }
    } catch (CancellationException _) {
      LOG.debugf("Webhook %s: interrupted; another conductor sends again.", webhook);
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.errorf(e, "Events cannot be sent to webhook %s; they are sent again.", webhook);
      }
    } finally {
      busy.remove(webhook);
    }
  }

  /** Makes one attempt; true when there may be more to send at once. */
  private boolean sendNext(UUID webhook) {
    var claimed =
        QuarkusTransaction.requiringNew().call(() -> deliveries.claim(webhook, config.batch()));
    return claimed.isPresent() && send(claimed.get());
  }

  private boolean send(Delivery delivery) {
    if (delivery.isEmpty()) {
      return advance(delivery);
    }
    var outcome = request.send(delivery);
    var why = Optional.ofNullable(outcome.error());
    if (stopping && why.isPresent()) {
      return false; // the request was cut off here: no failure of the receiver
    }
    requests.withTag(OUTCOME, why.isEmpty() ? SUCCEEDED : FAILED).increment();
    if (why.isEmpty()) {
      return QuarkusTransaction.requiringNew()
          .call(() -> deliveries.succeeded(delivery, outcome.status()));
    }
    recordFailure(delivery, outcome, why.get());
    return false;
  }

  private void recordFailure(Delivery delivery, WebhookRequest.Outcome outcome, String why) {
    var pause = longer(pause(delivery.failures()), outcome.retryAfter());
    var failure =
        QuarkusTransaction.requiringNew()
            .call(
                () ->
                    deliveries.failed(
                        delivery, outcome.status(), why, pause, config.giveUpAfter()));
    if (failure == Failure.GIVEN_UP) {
      LOG.warnf(
          "Webhook %s has failed for longer than assay.webhooks.give-up-after and gets no more"
              + " events: %s. Correct the cause, then enable it with PATCH /v1/webhooks/%s.",
          delivery.webhook(), why, delivery.webhook());
    } else {
      LOG.debugf("Webhook %s failed: %s. Again in %s.", delivery.webhook(), why, pause);
    }
  }

  /** Moves on behind events that the webhook does not want. */
  private boolean advance(Delivery delivery) {
    return !delivery.end().equals(delivery.begin())
        && QuarkusTransaction.requiringNew().call(() -> deliveries.succeeded(delivery, null));
  }

  /** Doubles with each failure up to the limit; half of it is random. */
  Duration pause(int failures) {
    var doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MAX_DOUBLED));
    var full = doubled.compareTo(config.maxPause()) < 0 ? doubled : config.maxPause();
    var random = ThreadLocalRandom.current().nextDouble(0.5, 1);
    return Duration.ofMillis((long) (full.toMillis() * random));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  void stop(@Observes ShutdownEvent event) {
    stopping = true;
    request.close();
  }
}
