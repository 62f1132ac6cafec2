package dev.assay.conductor.dispatch;

import dev.assay.broker.Broker;
import dev.assay.broker.Queue;
import dev.assay.broker.Subscription;
import dev.assay.conductor.command.CommandChannel;
import dev.assay.conductor.membership.ServedNodes;
import dev.assay.registration.ConductorConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes commands off the queues of this conductor's drivers, as many at once from each as there are
 * workers. Inspections to be started have queues of their own, with a bound of their own, so that
 * nothing else waits behind them. What is for nobody in particular is taken as well.
 */
@ApplicationScoped
public class CommandQueue {
  private final Broker broker;
  private final CommandChannel channel;
  private final ServedNodes served;
  private final ConductorConfig config;
  private final List<Subscription> subscriptions = new ArrayList<>();

  CommandQueue(Broker broker, CommandChannel channel, ServedNodes served, ConductorConfig config) {
    this.broker = broker;
    this.channel = channel;
    this.served = served;
    this.config = config;
  }

  /** When the conductor is registered. */
  void start(@Observes @Priority(200) StartupEvent started) {
    for (var route : served.routes()) {
      take(Queue.ofCommands(route.commands()), config.workers());
      take(Queue.ofCommands(route.starts()), config.maxConcurrentStarts());
    }
    take(Queue.ofCommandsForAnyone(), config.workers());
  }

  private void take(Queue queue, int atOnce) {
    subscriptions.add(
        Subscription.start(broker, queue, atOnce, message -> channel.take(message.text())));
  }

  /** No new commands from now on. */
  void stop(@Observes ShutdownEvent stopped) {
    subscriptions.forEach(each -> each.stop(config.gracefulShutdownTimeout()));
  }

  /** Those begun are finished, or left to another conductor. When all queues have stopped. */
  void awaitEnd(@Observes @Priority(3000) ShutdownEvent stopped) throws InterruptedException {
    for (var each : subscriptions) {
      each.awaitEnd();
    }
  }

  /** True while the broker hands commands to this conductor. */
  boolean isConsuming() {
    return !subscriptions.isEmpty() && subscriptions.stream().allMatch(Subscription::isConsuming);
  }
}
