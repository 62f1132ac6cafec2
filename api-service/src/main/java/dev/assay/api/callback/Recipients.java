package dev.assay.api.callback;

import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.Candidate;
import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.attempt.Verdict;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.lookup.LookupResult;
import dev.assay.api.lookup.NodeLookup;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;

/**
 * Finds the node and the inspection that data belong to, or creates them, in the caller's
 * transaction. Source: spec conductor.md 4.
 */
@ApplicationScoped
class Recipients {
  private final NodeLookup lookup;
  private final Discovery discovery;
  private final ApiRequest request;
  private final NodeLease lease;
  private final Inspections inspections;
  private final ConductorConfig config;
  private final Clock clock;

  Recipients(
      NodeLookup lookup,
      Discovery discovery,
      ApiRequest request,
      NodeLease lease,
      Inspections inspections,
      ConductorConfig config,
      Clock clock) {
    this.lookup = lookup;
    this.discovery = discovery;
    this.request = request;
    this.lease = lease;
    this.inspections = inspections;
    this.config = config;
    this.clock = clock;
  }

  /** The waiting node that the keys name, or a new one when they name none. */
  Recipient of(LookupKeys keys) {
    return of(keys, lookup.lockWaiting(keys));
  }

  /** As above, by the rule of the classic API. */
  Recipient mostMatching(LookupKeys keys) {
    return of(keys, lookup.lockMostMatching(keys));
  }

  private Recipient of(LookupKeys keys, LookupResult result) {
    return switch (result) {
      case LookupResult.Found(var id, var candidates) ->
          waiting(inspections.lockedNode(id).orElseThrow(), candidates);
      case LookupResult.TooEarly(var node, var candidates) -> throw tooEarly(node, candidates);
      case LookupResult.Refused(var verdict) -> throw new AttemptRefused(verdict);
      case LookupResult.Unknown(var verdict) ->
          discovery
              .enrol(keys)
              .map(this::discovered)
              .orElseThrow(() -> new AttemptRefused(verdict));
    };
  }

  /** NODE_LOCKED: the ramdisk retries after some seconds. Source: docs/decisions/0005. */
  private AttemptRefused tooEarly(NodeId node, List<Candidate> candidates) {
    return busy(node, lease.holder(node).orElse("that starts its inspection"), candidates);
  }

  private static AttemptRefused busy(NodeId node, String holder, List<Candidate> candidates) {
    var shown = NodeLease.locked(node, holder);
    return new AttemptRefused(shown, new Verdict(Outcome.NODE_BUSY, shown.sentence(), candidates));
  }

  /** The node with its waiting inspection; {@code candidates} are for a refusal. */
  Recipient waiting(Node node, List<Candidate> candidates) {
    if (node.reservation() != null) { // read under the row lock: nobody can take the node now
      throw busy(node.uuid(), node.reservation(), candidates);
    }
    return inspections
        .active(node)
        .filter(inspection -> inspection.stage() == Stage.WAITING)
        .map(inspection -> new Recipient(node, inspection))
        .orElseThrow(
            () ->
                new AttemptRefused(
                    new Verdict(
                        Outcome.NO_WAITING_INSPECTION,
                        "node %s has no waiting inspection".formatted(node.uuid()),
                        candidates)));
  }

  /** A node in enroll with a new inspection, which leaves its provision state alone. */
  Recipient discovered(Node node) {
    return begun(
        node,
        Inspection.discovered(node, request.requestId(), clock.instant(), config.queueTimeout()));
  }

  /** A node in inspecting with a new inspection. */
  Recipient inspected(Node node) {
    return begun(
        node, Inspection.ofData(node, request.requestId(), clock.instant(), config.queueTimeout()));
  }

  private Recipient begun(Node node, Inspection inspection) {
    inspections.begin(inspection);
    return new Recipient(node, inspection);
  }
}
