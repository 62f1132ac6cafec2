package dev.assay.conductor.dispatch;

import dev.assay.broker.Broker;
import dev.assay.broker.ReceivedMessage;
import dev.assay.broker.Queue;
import dev.assay.broker.Subscription;
import dev.assay.broker.HandlingResult;
import dev.assay.conductor.membership.ServedNodes;
import dev.assay.conductor.request.RequestHandler;
import dev.assay.registration.ConductorConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Consumes requests from the queues of this conductor's drivers, and sends each reply to where the
 * request says. A request is acknowledged after its reply: if a conductor dies before, the request
 * goes to another one, for as long as a client waits.
 */
@ApplicationScoped
public class RequestQueue {
  private final Broker broker;
  private final RequestHandler handler;
  private final ServedNodes served;
  private final ConductorConfig config;
  private final List<Subscription> subscriptions = new ArrayList<>();

  RequestQueue(Broker broker, RequestHandler handler, ServedNodes served, ConductorConfig config) {
    this.broker = broker;
    this.handler = handler;
    this.served = served;
    this.config = config;
  }

  /** Runs when the conductor is registered. */
  void start(@Observes @Priority(200) StartupEvent started) {
    for (var route : served.routes()) {
      var queue = Queue.ofQuestions(route.questions());
      subscriptions.add(Subscription.start(broker, queue, config.workers(), this::answer));
    }
  }

  /** Stops consuming new requests. */
  void stop(@Observes ShutdownEvent stopped) {
    subscriptions.forEach(each -> each.stop(config.gracefulShutdownTimeout()));
  }

  /**
   * Waits until requests in progress are answered or left to another conductor; runs when all
   * queues have stopped.
   */
  void awaitEnd(@Observes @Priority(3000) ShutdownEvent stopped) throws InterruptedException {
    for (var each : subscriptions) {
      each.awaitEnd();
    }
  }

  private HandlingResult answer(ReceivedMessage request) throws IOException {
    try {
      request.answer(handler.answer(request.text()));
      return HandlingResult.DONE;
    } catch (CancellationException _) {
      return HandlingResult.AGAIN; // this conductor stops: another one must reply
    }
  }
}
