package dev.assay.conductor.dispatch;

import dev.assay.broker.Broker;
import dev.assay.broker.HandlingResult;
import dev.assay.broker.Queue;
import dev.assay.broker.ReceivedMessage;
import dev.assay.broker.Subscription;
import dev.assay.conductor.command.CommandChannel;
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
import java.util.stream.Stream;

/**
 * Consumes commands and requests from the queues of the drivers that this conductor serves, as many
 * at once from each queue as there are workers. Commands that start inspections have separate
 * queues with a separate limit, so that other commands do not wait behind them. Also consumes
 * commands that any conductor may execute.
 */
@ApplicationScoped
public class DriverQueues {
  private final Broker broker;
  private final CommandChannel commandChannel;
  private final RequestHandler requestHandler;
  private final ServedNodes served;
  private final ConductorConfig config;
  private final List<Subscription> commands = new ArrayList<>();
  private final List<Subscription> requests = new ArrayList<>();

  DriverQueues(
      Broker broker,
      CommandChannel commandChannel,
      RequestHandler requestHandler,
      ServedNodes served,
      ConductorConfig config) {
    this.broker = broker;
    this.commandChannel = commandChannel;
    this.requestHandler = requestHandler;
    this.served = served;
    this.config = config;
  }

  /** Runs when the conductor is registered. */
  void start(@Observes @Priority(200) StartupEvent started) {
    for (var route : served.routes()) {
      consumeCommands(Queue.ofCommands(route.commands()), config.workers());
      consumeCommands(Queue.ofCommands(route.starts()), config.maxConcurrentStarts());
      consumeRequests(Queue.ofRequests(route.requests()));
    }
    consumeCommands(Queue.ofCommandsForAnyone(), config.workers());
  }

  private void consumeCommands(Queue queue, int atOnce) {
    commands.add(
        Subscription.start(
            broker,
            queue,
            atOnce,
            message ->
                commandChannel.take(message.text(), queue.toString(), message.deliveries())));
  }

  private void consumeRequests(Queue queue) {
    requests.add(Subscription.start(broker, queue, config.workers(), this::answer));
  }

  /**
   * Sends the reply to where the request says. The request is acknowledged after its reply: if this
   * conductor dies before, the request goes to another one, for as long as a client waits.
   */
  private HandlingResult answer(ReceivedMessage request) throws IOException {
    try {
      request.answer(requestHandler.answer(request.text()));
      return HandlingResult.DONE;
    } catch (CancellationException _) {
      return HandlingResult.AGAIN; // this conductor stops: another one must reply
    }
  }

  /** Stops consuming new commands and requests. */
  void stop(@Observes ShutdownEvent stopped) {
    subscriptions().forEach(each -> each.stop(config.gracefulShutdownTimeout()));
  }

  /**
   * Waits until commands and requests in progress are finished or left to another conductor; runs
   * when all queues have stopped.
   */
  void awaitEnd(@Observes @Priority(3000) ShutdownEvent stopped) throws InterruptedException {
    for (var each : subscriptions().toList()) {
      each.awaitEnd();
    }
  }

  private Stream<Subscription> subscriptions() {
    return Stream.concat(commands.stream(), requests.stream());
  }

  /** True while the broker delivers commands to this conductor. */
  boolean isConsumingCommands() {
    return !commands.isEmpty() && commands.stream().allMatch(Subscription::isConsuming);
  }
}
