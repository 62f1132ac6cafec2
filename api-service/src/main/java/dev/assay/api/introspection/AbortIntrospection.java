package dev.assay.api.introspection;

import dev.assay.api.node.state.ProvisionRequest;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.lease.NodeLease;
import dev.assay.message.Announcement;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/**
 * Aborts an introspection: one that waits for its data ends, and a conductor powers the machine
 * off. In the stages in which a conductor works nothing happens, as in the classic service. Source:
 * spec inspector-compat.md 3, state-machine.md 4.3.
 */
@ApplicationScoped
class AbortIntrospection {
  static final String ABORTED = "Canceled by operator";

  private final IntrospectedNode known;
  private final Inspections inspections;
  private final ProvisionRequest provision;
  private final NodeLease lease;
  private final Ports ports;
  private final Outbox outbox;
  private final ConductorConfig config;
  private final Clock clock;

  AbortIntrospection(
      IntrospectedNode known,
      Inspections inspections,
      ProvisionRequest provision,
      NodeLease lease,
      Ports ports,
      Outbox outbox,
      ConductorConfig config,
      Clock clock) {
    this.known = known;
    this.inspections = inspections;
    this.provision = provision;
    this.lease = lease;
    this.ports = ports;
    this.outbox = outbox;
    this.config = config;
    this.clock = clock;
  }

  /** Aborts in the caller's transaction. NODE_LOCKED while a conductor works on the node. */
  void abort(String ident) {
    var node = known.requireForUpdate(ident);
    var run = known.requireLatest(node, ident);
    lease.requireFree(node);
    switch (run.stage()) {
      case WAITING -> abort(node, run);
      case FINISHED -> run.abortFinished(ABORTED, clock.instant());
      case STARTING, PROCESSING, REAPPLYING, ENROLLING, ABORTING, ERROR -> {}
    }
  }

  private void abort(Node node, Inspection run) {
    if (run.movesNode()) {
      provision.abort(node);
      return;
    }
    node.agentToken(null);
    run.abort(clock.instant(), config.queueTimeout());
    node.powerOffAfter(run.uuid());
    inspections.forgetAddresses(node);
    outbox.send(new Command.AbortInspection(node.uuid(), run.uuid()));
    outbox.announce(new Announcement.Deny(ports.of(node).stream().map(Port::address).toList()));
  }
}
