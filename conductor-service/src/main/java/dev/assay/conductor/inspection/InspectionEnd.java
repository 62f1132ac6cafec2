package dev.assay.conductor.inspection;

import dev.assay.conductor.effect.PowerOffAfterInspection;
import dev.assay.conductor.effect.TearDown;
import dev.assay.document.InventoryConfig;
import dev.assay.document.InventoryConfig.DataBackend;
import dev.assay.error.ErrorCode;
import dev.assay.id.MacAddress;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.Stage;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Traces;
import dev.assay.message.Announcement;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import dev.assay.registration.ConductorConfig;
import dev.assay.statement.JoinedWrites;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Ends an inspection, successful or not, within the caller's transaction. If a ramdisk was booted,
 * deletes the node's lookup addresses and agent token, announces that its ports may not boot, and
 * notes in the node's row that power is to be switched off, if it was switched on for it.
 */
@ApplicationScoped
public class InspectionEnd {
  private final Inspections inspections;
  private final Payloads payloads;
  private final Traces traces;
  private final InventoryConfig inventory;
  private final ConductorConfig config;
  private final TearDown tearDown;
  private final Nodes nodes;
  private final Ports ports;
  private final Outbox outbox;
  private final UsualDurations usualDurations;
  private final Clock clock;

  InspectionEnd(
      Inspections inspections,
      Payloads payloads,
      Traces traces,
      InventoryConfig inventory,
      ConductorConfig config,
      TearDown tearDown,
      Nodes nodes,
      Ports ports,
      Outbox outbox,
      UsualDurations usualDurations,
      Clock clock) {
    this.inspections = inspections;
    this.payloads = payloads;
    this.traces = traces;
    this.inventory = inventory;
    this.config = config;
    this.tearDown = tearDown;
    this.nodes = nodes;
    this.ports = ports;
    this.outbox = outbox;
    this.usualDurations = usualDurations;
    this.clock = clock;
  }

  /**
   * Ends a successful run; its trace stays in its row, for the caller to store. When no ramdisk was
   * waited for, there is nothing to clean up.
   *
   * @param addresses of the ports that the node has now
   * @param also to be run by the caller
   */
  void finished(
      Node node, Inspection run, Collection<MacAddress> addresses, Trace trace, JoinedWrites also) {
    var now = clock.instant();
    if (run.stage() == Stage.STARTING) {
      run.finishOutOfBand(trace, now);
      node.move(ProvisionEvent.DONE, now);
      return;
    }
    run.finish(trace, now);
    forgetPayload(run);
    move(node, run, ProvisionEvent.DONE);
    if (run.reapplied()) {
      node.fail(null, now); // as for other inspections, an earlier failure is over
    }
    cleanUp(node, run, () -> addresses, also);
  }

  /** Ends a run that failed in stage starting or processing; {@code why} begins last_error. */
  public void failed(
      Node node, Inspection run, ErrorCode code, String why, Trace trace, String conductor) {
    endWithError(node, run, StageEvent.ERROR, code, why, trace, conductor);
  }

  /** Ends a run that took too long in any stage, and sends the command for its power-off. */
  public void timedOut(Node node, Inspection run, ErrorCode code, String why, String conductor) {
    endWithError(node, run, StageEvent.TIMEOUT, code, why, Trace.EMPTY, conductor);
    sendPowerOff(node, run);
  }

  private void endWithError(
      Node node,
      Inspection run,
      StageEvent event,
      ErrorCode code,
      String sentence,
      Trace trace,
      String conductor) {
    var now = clock.instant();
    var failed = failedStage(run, now);
    // PostgreSQL cannot store U+0000
    var why = failed.message(sentence, code).replace('\u0000', '\uFFFD');
    failed.usual().ifPresent(usual -> run.usually(usual.most()));
    nodes.record(
        new HistoryEntry(node, HistoryEntry.Kind.INTROSPECTION, true, why, conductor, now));
    run.fail(event, code, why, trace, now);
    forgetPayload(run);
    move(node, run, ProvisionEvent.FAIL);
    node.fail(why, now);
    var also = new JoinedWrites();
    cleanUp(node, run, () -> ports.of(node).stream().map(Port::address).toList(), also);
    traces.keep(run, also);
  }

  private FailedStage failedStage(Inspection run, Instant now) {
    var reached = Duration.between(run.timeline().getLast().at(), now);
    return new FailedStage(
        run.stage(),
        reached.isNegative() ? Duration.ZERO : reached, // by the clock of another machine
        usualDurations.of(run, run.stage()));
  }

  /**
   * Changes the provision state if it follows the inspection. A discovered node stays in enroll,
   * for its operator to manage.
   */
  private void move(Node node, Inspection run, ProvisionEvent event) {
    if (run.movesNode()) {
      node.move(event, clock.instant());
    }
  }

  private void forgetPayload(Inspection run) {
    if (inventory.dataBackend() == DataBackend.NONE) {
      payloads.forget(run);
    }
  }

  private void cleanUp(
      Node node, Inspection run, Supplier<Collection<MacAddress>> addresses, JoinedWrites also) {
    if (!run.bootsRamdisk()) {
      return; // the machine was neither allowed to boot nor powered on
    }
    inspections.forgetAddresses(node);
    node.agentToken(null);
    outbox.announce(new Announcement.Deny(List.copyOf(addresses.get())), also);
    if (run.managesBoot() && !run.beganWithData() && tearDown.due(node)) {
      node.powerOffAfter(run.uuid());
      node.work().ordered(config.queueTimeout());
    }
  }

  /**
   * Sends the command for the power-off that an end of {@code run} ordered, if it did: for callers
   * that do not carry it out under their own lease.
   */
  public void sendPowerOff(Node node, Inspection run) {
    sendPowerOff(node, run.uuid());
  }

  /** As above, by the UUID of the inspection. */
  void sendPowerOff(Node node, UUID run) {
    if (PowerOffAfterInspection.isDue(node, run)) {
      outbox.send(new Command.PowerOffAfter(node.uuid(), run));
    }
  }
}
