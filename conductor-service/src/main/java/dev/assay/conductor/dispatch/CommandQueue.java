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
 * Consumes commands from the queues of this conductor's drivers, as many at once from each as there
 * are workers. Commands that start inspections have separate queues with a separate limit, so that
 * other commands do not wait behind them. Also consumes commands that any conductor may execute.
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

  /** Runs when the conductor is registered. */
  void start(@Observes @Priority(200) StartupEvent started) {
    for (var route : served.routes()) {
      subscribe(Queue.ofCommands(route.commands()), config.workers());
      subscribe(Queue.ofCommands(route.starts()), config.maxConcurrentStarts());
    }
    subscribe(Queue.ofCommandsForAnyone(), config.workers());
  }

  private void subscribe(Queue queue, int atOnce) {
    subscriptions.add(
        Subscription.start(broker, queue, atOnce, message -> channel.take(message.text())));
  }

  /** Stops consuming new commands. */
  void stop(@Observes ShutdownEvent stopped) {
    subscriptions.forEach(each -> each.stop(config.gracefulShutdownTimeout()));
  }

  /**
   * Waits until commands in progress are finished or left to another conductor; runs when all
   * queues have stopped.
   */
  void awaitEnd(@Observes @Priority(3000) ShutdownEvent stopped) throws InterruptedException {
    for (var each : subscriptions) {
      each.awaitEnd();
    }
  }

  /** True while the broker delivers commands to this conductor. */
  boolean isConsuming() {
    return !subscriptions.isEmpty() && subscriptions.stream().allMatch(Subscription::isConsuming);
  }
}
