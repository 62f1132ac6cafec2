package dev.assay.api.callback;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.attempt.AttemptJournal;
import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.log.LimitedLog;
import dev.assay.api.lookup.AgentTokens;
import dev.assay.api.lookup.LookupResponse;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.registration.ConductorConfig;
import dev.assay.statement.JoinedWrites;
import dev.assay.storedjson.StoredJson;
import dev.assay.tracing.Tracing;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Accepts the data of a callback: runs the early rules, then in one transaction finds the node or
 * creates one, stores the data, updates node and inspection, and queues a command for a conductor.
 * Needs neither broker nor conductor. The reason for a refusal is for operators. Source: spec
 * conductor.md 4.
 */
@ApplicationScoped
public class PayloadIntake {
  private static final LimitedLog REFUSALS = new LimitedLog(Logger.getLogger(PayloadIntake.class));

  private final EarlyRules rules;
  private final Recipients recipients;
  private final BusyNodeWait busyNodeWait;
  private final ApiRequest request;
  private final Inspections inspections;
  private final Payloads payloads;
  private final ReceivedLogs logs;
  private final Outbox outbox;
  private final AgentTokens tokens;
  private final LookupResponse answer;
  private final AttemptJournal journal;
  private final ConductorConfig config;
  private final Clock clock;
  private final Tracing tracing;

  PayloadIntake(
      EarlyRules rules,
      Recipients recipients,
      BusyNodeWait busyNodeWait,
      ApiRequest request,
      Inspections inspections,
      Payloads payloads,
      ReceivedLogs logs,
      Outbox outbox,
      AgentTokens tokens,
      LookupResponse answer,
      AttemptJournal journal,
      ConductorConfig config,
      Clock clock,
      Tracing tracing) {
    this.rules = rules;
    this.recipients = recipients;
    this.busyNodeWait = busyNodeWait;
    this.request = request;
    this.inspections = inspections;
    this.payloads = payloads;
    this.logs = logs;
    this.outbox = outbox;
    this.tokens = tokens;
    this.answer = answer;
    this.journal = journal;
    this.config = config;
    this.clock = clock;
    this.tracing = tracing;
  }

  /**
   * Returns the body of the response: with a token the same as for a lookup, else the node's UUID
   * alone.
   */
  ObjectNode accept(Callback callback, Optional<NodeId> uuid, boolean withToken) {
    return accept(
        callback,
        callback.keys(uuid),
        recipients::of,
        node -> withToken ? answer.of(node, tokens.tell(node)) : uuidOf(node));
  }

  /** As above, for a callback to the classic API: returns the node's UUID. */
  ObjectNode acceptClassic(Callback callback) {
    return accept(
        callback, callback.classicKeys(), recipients::mostMatching, PayloadIntake::uuidOf);
  }

  private ObjectNode accept(
      Callback callback,
      LookupKeys keys,
      Function<LookupKeys, Recipient> find,
      Function<Node, ObjectNode> reply) {
    requireAny(keys);
    try {
      var parcel = Parcel.of(callback, rules.run(callback));
      var answer =
          busyNodeWait.call(
              () ->
                  QuarkusTransaction.requiringNew()
                      .call(() -> take(parcel, request.reference(), find.apply(keys), reply)));
      journal.acceptedCallback();
      return answer;
    } catch (AttemptRefused e) {
      refuse(callback, keys, e);
      throw e;
    }
  }

  /**
   * Accepts the data of an earlier callback, whose response carried {@code reference}, for the
   * recipient that {@code find} finds in the same transaction. Returns the node. A refusal is not
   * noted once more.
   */
  NodeId acceptAgain(Callback callback, String reference, Supplier<Recipient> find) {
    var parcel = Parcel.of(callback, rules.run(callback));
    return QuarkusTransaction.requiringNew()
        .call(() -> take(parcel, reference, find.get(), Node::uuid));
  }

  /** {@code reply} is called while the node is as the data found it. */
  private <T> T take(
      Parcel parcel, String reference, Recipient recipient, Function<Node, T> reply) {
    var node = recipient.node();
    var inspection = recipient.inspection();
    MDC.put("node", node.uuid().toString());
    inspection
        .traceparent()
        .filter(_ -> tracing.isOn())
        .ifPresent(order -> tracing.current().linkedTo(order));
    var result = reply.apply(node);
    var now = clock.instant();
    if (inspection.movesNode() && node.provisionState() == ProvisionState.INSPECT_WAIT) {
      node.move(ProvisionEvent.RESUME, now);
    }
    inspection.accept(parcel.early(), now, config.queueTimeout());
    inspections.forgetAddresses(node);
    var also = new JoinedWrites();
    outbox.send(new Command.ProcessCallback(node.uuid(), inspection.uuid()), also);
    parcel.logs().ifPresent(archive -> logs.keep(inspection, archive, now, also));
    payloads.keep(inspection, parcel.payload(), reference, now, also);
    return result;
  }

  /** INVALID_PARAMETER when there is nothing to find a node by. */
  static void requireAny(LookupKeys keys) {
    if (keys.none()) {
      throw new AssayException(ErrorCode.INVALID_PARAMETER, "No lookup information provided");
    }
  }

  /** Logs and notes the reason; the response reveals nothing about stored nodes. */
  private void refuse(Callback callback, LookupKeys keys, AttemptRefused refusal) {
    var verdict = refusal.verdict();
    if (refusal.code() == ErrorCode.NOT_FOUND) {
      REFUSALS.warn("A callback is refused: %s (%s).".formatted(verdict.sentence(), keys));
    }
    journal.refusedCallback(keys, verdict, () -> Parcel.unruled(callback));
  }

  private static ObjectNode uuidOf(Node node) {
    return StoredJson.object().put("uuid", node.uuid().toString());
  }
}
