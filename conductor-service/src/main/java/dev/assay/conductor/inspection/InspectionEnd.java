package dev.assay.conductor.inspection;

import dev.assay.conductor.effect.TearDown;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
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
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/**
 * Ends an inspection, successful or not, within the caller's transaction. Unless only the BMC was
 * asked, deletes the node's lookup addresses and agent token, announces that its ports may not
 * boot, and orders power off after the commit.
 */
@ApplicationScoped
public class InspectionEnd {
  private final Inspections inspections;
  private final ConductorConfig config;
  private final TearDown tearDown;
  private final Nodes nodes;
  private final Ports ports;
  private final Outbox outbox;
  private final Clock clock;

  InspectionEnd(
      Inspections inspections,
      ConductorConfig config,
      TearDown tearDown,
      Nodes nodes,
      Ports ports,
      Outbox outbox,
      Clock clock) {
    this.inspections = inspections;
    this.config = config;
    this.tearDown = tearDown;
    this.nodes = nodes;
    this.ports = ports;
    this.outbox = outbox;
    this.clock = clock;
  }

  /** Ends a successful run. When no ramdisk was waited for, there is nothing to clean up. */
  public void finished(Node node, Inspection run, Trace trace) {
    var now = clock.instant();
    if (run.stage() == Stage.STARTING) {
      run.finishOutOfBand(trace, now);
      node.move(ProvisionEvent.DONE, now);
      return;
    }
    run.finish(trace, now);
    move(node, run, ProvisionEvent.DONE);
    cleanUp(node, run);
  }

  /** Ends a run that failed in stage starting or processing; {@code why} becomes last_error. */
  public void failed(
      Node node, Inspection run, ErrorCode code, String why, Trace trace, String conductor) {
    endWithError(node, run, StageEvent.ERROR, code, why, trace, conductor);
  }

  /** Ends a run that took too long in any stage. */
  public void timedOut(Node node, Inspection run, ErrorCode code, String why, String conductor) {
    endWithError(node, run, StageEvent.TIMEOUT, code, why, Trace.EMPTY, conductor);
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
    var why = sentence.replace('\u0000', '\uFFFD'); // PostgreSQL cannot store U+0000
    nodes.record(
        new HistoryEntry(node, HistoryEntry.Kind.INTROSPECTION, true, why, conductor, now));
    run.fail(event, code, why, trace, now);
    move(node, run, ProvisionEvent.FAIL);
    node.fail(why, now);
    cleanUp(node, run);
  }

  /**
   * Changes the provision state, except of a discovered node: it stays in enroll, for its operator
   * to manage.
   */
  private void move(Node node, Inspection run, ProvisionEvent event) {
    if (!run.discovered()) {
      node.move(event, clock.instant());
    }
  }

  private void cleanUp(Node node, Inspection run) {
    if (run.asksOnlyTheBmc()) {
      return; // the machine was neither allowed to boot nor powered on
    }
    inspections.forgetAddresses(node);
    node.agentToken(null);
    outbox.announce(new Announcement.Deny(ports.of(node).stream().map(Port::address).toList()));
    if (tearDown.due(node)) {
      node.powerOffAfter(run.uuid());
      node.work().ordered(config.queueTimeout());
      outbox.send(new Command.PowerOffAfter(node.uuid(), run.uuid()));
    }
  }
}
