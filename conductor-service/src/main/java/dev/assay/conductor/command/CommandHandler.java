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
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import dev.assay.registration.ConductorConfig;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Decodes and executes one command message. A message is done when its effect is committed; a
 * second delivery finds the state changed and has no effect.
 */
@ApplicationScoped
public class CommandHandler {
  private static final Logger LOG = Logger.getLogger(CommandHandler.class);

  private final Outbox outbox;
  private final ConductorConfig config;
  private final VerifyNode verifyNode;
  private final StartInspection startInspection;
  private final ProcessCallback processCallback;
  private final AbortInspection abortInspection;
  private final PowerOffAfterInspection powerOffAfter;
  private final CleanNode cleanNode;
  private final ChangePower changePower;
  private final CallApi callApi;

  CommandHandler(
      Outbox outbox,
      ConductorConfig config,
      VerifyNode verifyNode,
      StartInspection startInspection,
      ProcessCallback processCallback,
      AbortInspection abortInspection,
      PowerOffAfterInspection powerOffAfter,
      CleanNode cleanNode,
      ChangePower changePower,
      CallApi callApi) {
    this.outbox = outbox;
    this.config = config;
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
   * conductor, or its lease was lost meanwhile.
   *
   * @throws Envelope.Unreadable when the message cannot be read, or a newer version wrote it
   * @throws RuntimeException when the database or broker failed, which is logged here with node and
   *     request id: the message must be delivered again
   */
  public void receive(String message) {
    var envelope = Envelope.read(message);
    var command = envelope.require(Command.class);
    try {
      MDC.put("node", command.node().toString());
      if (envelope.requestId() != null) {
        MDC.put(Outbox.REQUEST_ID, envelope.requestId());
      }
      conclude(command, execute(command));
    } catch (RuntimeException | Error e) {
      LOG.errorf(e, "%s could not be carried out; it will be tried again.", command);
      throw e;
    } finally {
      MDC.remove("node");
      MDC.remove(Outbox.REQUEST_ID);
    }
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
        LOG.warnf("%s is tried again: %s.", command, why);
        tryLater(command);
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
