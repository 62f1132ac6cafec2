package dev.assay.api.callback;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.log.LimitedLog;
import dev.assay.api.lookup.AgentTokens;
import dev.assay.api.lookup.LookupKeys;
import dev.assay.api.lookup.LookupResponse;
import dev.assay.api.lookup.LookupResult;
import dev.assay.api.lookup.NodeLookup;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.inspection.Stage;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.lease.NodeLease;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.registration.ConductorConfig;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Accepts the data of a callback: runs the early rules, then in one transaction finds the node or
 * creates one, stores the data, updates node and inspection, and queues a command for a conductor.
 * Needs neither broker nor conductor. The reason for a refusal is only logged. Source: spec
 * conductor.md 4.
 */
@ApplicationScoped
public class PayloadIntake {
  private static final LimitedLog REFUSALS = new LimitedLog(Logger.getLogger(PayloadIntake.class));

  /** The node and the inspection that the data belong to. */
  private record Inspected(Node node, Inspection inspection) {}

  private final EarlyRules rules;
  private final NodeLookup lookup;
  private final Discovery discovery;
  private final ApiRequest request;
  private final Nodes nodes;
  private final NodeLease lease;
  private final Inspections inspections;
  private final Payloads payloads;
  private final ReceivedLogs logs;
  private final Outbox outbox;
  private final AgentTokens tokens;
  private final LookupResponse answer;
  private final ConductorConfig config;
  private final Clock clock;

  PayloadIntake(
      EarlyRules rules,
      NodeLookup lookup,
      Discovery discovery,
      ApiRequest request,
      Nodes nodes,
      NodeLease lease,
      Inspections inspections,
      Payloads payloads,
      ReceivedLogs logs,
      Outbox outbox,
      AgentTokens tokens,
      LookupResponse answer,
      ConductorConfig config,
      Clock clock) {
    this.rules = rules;
    this.lookup = lookup;
    this.discovery = discovery;
    this.request = request;
    this.nodes = nodes;
    this.lease = lease;
    this.inspections = inspections;
    this.payloads = payloads;
    this.logs = logs;
    this.outbox = outbox;
    this.tokens = tokens;
    this.answer = answer;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Returns the body of the response: with a token the same as for a lookup, else the node's UUID
   * alone.
   */
  ObjectNode accept(Callback callback, Optional<NodeId> uuid, boolean withToken) {
    var keys = callback.keys(uuid);
    if (keys.none()) {
      throw new AssayException(ErrorCode.INVALID_PARAMETER, "No lookup information provided");
    }
    var ruled = rules.run(callback, keys);
    var stored = WithoutLogs.of(ruled.body(), callback.pluginData().path(ReceivedLogs.MEMBER));
    var compressed = CompressedJson.of(stored.body()); // not while the row is locked
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var inspected = find(keys);
              var node = inspected.node();
              MDC.put("node", node.uuid().toString());
              var reply = withToken ? answer.of(node, tokens.tell(node)) : uuidOf(node);
              var inspection = proceed(inspected, ruled.trace());
              var now = clock.instant();
              payloads.keep(inspection, compressed, stored.body().length, now);
              stored.logs().ifPresent(archive -> logs.keep(inspection, archive, now));
              return reply;
            });
  }

  private Inspected find(LookupKeys keys) {
    return switch (lookup.lockWaiting(keys)) {
      case LookupResult.Found(var id) -> {
        var node = nodes.find(id).orElseThrow();
        yield new Inspected(node, requireWaiting(node, keys));
      }
      case LookupResult.TooEarly(var node) -> throw tooEarly(node);
      case LookupResult.Refused(var reason) -> throw refused(keys, reason);
      case LookupResult.Unknown(var reason) ->
          discovery
              .enrol(keys)
              .map(node -> new Inspected(node, discovered(node)))
              .orElseThrow(() -> refused(keys, reason));
    };
  }

  /** NODE_LOCKED: the ramdisk retries after some seconds. Source: docs/decisions/0005. */
  private AssayException tooEarly(NodeId node) {
    return NodeLease.locked(node, lease.holder(node).orElse("that starts its inspection"));
  }

  private Inspection requireWaiting(Node node, LookupKeys keys) {
    if (node.reservation() != null) { // read under the row lock: nobody can take the node now
      throw NodeLease.locked(node.uuid(), node.reservation());
    }
    return inspections
        .active(node)
        .filter(inspection -> inspection.stage() == Stage.WAITING)
        .orElseThrow(
            () -> refused(keys, "node %s has no waiting inspection".formatted(node.uuid())));
  }

  private Inspection discovered(Node node) {
    var inspection =
        Inspection.discovered(node, request.requestId(), clock.instant(), config.queueTimeout());
    inspections.begin(inspection);
    return inspection;
  }

  private Inspection proceed(Inspected inspected, List<RuleRun> early) {
    var now = clock.instant();
    var node = inspected.node();
    var inspection = inspected.inspection();
    if (!inspection.discovered()) {
      node.move(ProvisionEvent.RESUME, now);
    }
    inspection.accept(early, now, config.queueTimeout());
    inspections.forgetAddresses(node);
    outbox.send(new Command.ProcessCallback(node.uuid(), inspection.uuid()));
    return inspection;
  }

  private static ObjectNode uuidOf(Node node) {
    return StoredJson.object().put("uuid", node.uuid().toString());
  }

  /** Logs the reason; the response reveals nothing about stored nodes. */
  static AssayException refused(LookupKeys keys, String reason) {
    REFUSALS.warn("A callback is refused: %s (%s).".formatted(reason, keys));
    return new AssayException(ErrorCode.NOT_FOUND, "Resource could not be found.");
  }
}
