package dev.assay.conductor.command;

import dev.assay.conductor.effect.CallApi;
import dev.assay.conductor.effect.PowerOffAfterInspection;
import dev.assay.conductor.inspection.AbortInspection;
import dev.assay.conductor.inspection.ProcessCallback;
import dev.assay.conductor.inspection.StartInspection;
import dev.assay.conductor.node.ChangePower;
import dev.assay.conductor.node.CleanNode;
import dev.assay.conductor.node.VerifyNode;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.connection.DatabaseFailure;
import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.CrashPoint;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import dev.assay.objectstore.TemporaryStoreFailure;
import dev.assay.registration.ConductorConfig;
import dev.assay.time.RepeatedMessages;
import dev.assay.tracing.Span;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and executes one command message. A message is done when its effect is committed; a
 * second delivery finds the state changed and has no effect.
 */
@ApplicationScoped
public class CommandHandler {
  private static final Logger LOG = Logger.getLogger(CommandHandler.class);

  private final Outbox outbox;
  private final DatabaseOutage outage;
  private final ConductorConfig config;
  private final CommandMetrics metrics;
  private final Tracing tracing;
  private final VerifyNode verifyNode;
  private final StartInspection startInspection;
  private final ProcessCallback processCallback;
  private final AbortInspection abortInspection;
  private final PowerOffAfterInspection powerOffAfter;
  private final CleanNode cleanNode;
  private final ChangePower changePower;
  private final CallApi callApi;
  private final RepeatedMessages postponed = new RepeatedMessages();

  CommandHandler(
      Outbox outbox,
      DatabaseOutage outage,
      ConductorConfig config,
      CommandMetrics metrics,
      Tracing tracing,
      VerifyNode verifyNode,
      StartInspection startInspection,
      ProcessCallback processCallback,
      AbortInspection abortInspection,
      PowerOffAfterInspection powerOffAfter,
      CleanNode cleanNode,
      ChangePower changePower,
      CallApi callApi) {
    this.outbox = outbox;
    this.outage = outage;
    this.config = config;
    this.metrics = metrics;
    this.tracing = tracing;
    this.verifyNode = verifyNode;
    this.startInspection = startInspection;
    this.processCallback = processCallback;
    this.abortInspection = abortInspection;
    this.powerOffAfter = powerOffAfter;
    this.cleanNode = cleanNode;
    this.changePower = changePower;
    this.callApi = callApi;
  }

  /**
   * Executes the command, or sends it again for later when the node is locked, not served by this
   * conductor, or its lease was lost meanwhile, or when it needs the object store and that is away.
   *
   * @throws Envelope.Unreadable when the message cannot be read, or a newer version wrote it
   * @throws RuntimeException when the database or broker failed, which is logged here with node and
   *     request id, an outage of the database once for all: the message must be delivered again
   */
  public void receive(String message) {
    receive(message, null);
  }

  /** As above; {@code queue} is where the message came from, null for nowhere. */
  void receive(String message, @Nullable String queue) {
    var envelope = Envelope.read(message);
    var command = envelope.require(Command.class);
    var start = metrics.begin();
    var span = span(command, envelope, queue).enter();
    try {
      MDC.put("node", command.node().toString());
      MDC.put("command", command.name());
      if (envelope.requestId() != null) {
        MDC.put(Outbox.REQUEST_ID, envelope.requestId());
      }
      CrashPoint.RECEIVED.reached(() -> message);
      var outcome = execute(command);
      conclude(command, outcome);
      metrics.outcome(command, outcome);
      var _ = span.with("assay.outcome", outcome.getClass().getSimpleName());
    } catch (TemporaryStoreFailure e) {
      if (postponed.isDue(String.valueOf(e.getMessage()))) {
        LOG.warnf(
            "%s is postponed: %s Others for this reason are logged once a minute.",
            command, e.getMessage());
      }
      tryLater(command);
      metrics.postponed(command);
      var _ = span.failed(e);
    } catch (RuntimeException | Error e) {
      metrics.failed(command);
      var _ = span.failed(e);
      if (outage.explains(e)) {
        LOG.debugf("%s waits for the database.", command);
      } else if (DatabaseFailure.isTemporary(e)) {
        LOG.warnf("%s is tried again, because the database did not do its part: %s", command, e);
      } else {
        LOG.errorf(e, "%s could not be carried out.", command);
      }
      throw e;
    } finally {
      metrics.end(command, start);
      span.close();
      MDC.remove("node");
      MDC.remove("command");
      MDC.remove(Outbox.REQUEST_ID);
    }
  }

  private Span span(Command command, Envelope envelope, @Nullable String queue) {
    var span = tracing.ofMessage(Kind.CONSUMER, "process", command.name(), envelope.traceparent());
    if (span.isRecorded()) {
      var _ =
          span.with("messaging.operation.type", "process")
              .with("assay.node.uuid", command.node().toString());
      if (queue != null) {
        var _ = span.with("messaging.system", "rabbitmq").with("messaging.destination.name", queue);
      }
    }
    return span;
  }

  private WorkOutcome execute(Command command) {
    return switch (command) {
      case Command.VerifyNode verify -> verifyNode.run(verify.node());
      case Command.StartInspection start -> startInspection.run(start.node(), start.inspection());
      case Command.ProcessCallback process ->
          processCallback.run(process.node(), process.inspection());
      case Command.AbortInspection abort -> abortInspection.run(abort.node(), abort.inspection());
      case Command.PowerOffAfter over -> powerOffAfter.run(over.node(), over.inspection());
      case Command.CleanNode clean -> cleanNode.run(clean.node());
      case Command.ChangePower change -> changePower.run(change);
      case Command.CallApi call -> callApi.run(call);
    };
  }

  private void conclude(Command command, WorkOutcome outcome) {
    switch (outcome) {
      case WorkOutcome.Done() -> {}
      case WorkOutcome.NothingToDo() ->
          LOG.debugf("%s has nothing left to do: it was carried out before.", command);
      case WorkOutcome.NodeBusy(var why) -> {
        LOG.debugf("%s is postponed: %s.", command, why);
        tryLater(command);
      }
      case WorkOutcome.NotServedHere(var why) -> {
        LOG.infof("%s is sent again, for other conductors: %s.", command, why);
        QuarkusTransaction.requiringNew().run(() -> outbox.send(command));
      }
      case WorkOutcome.LeaseLost(var why) -> {
        tryLater(command); // fails during an outage, which is then all there is to log
        LOG.warnf("%s is tried again: %s.", command, why);
      }
    }
  }

  /**
   * Stores the command before the message is acknowledged: without a database the broker keeps it.
   */
  private void tryLater(Command command) {
    QuarkusTransaction.requiringNew()
        .run(() -> outbox.sendLater(command, config.nodeLockedRetryInterval()));
  }
}
