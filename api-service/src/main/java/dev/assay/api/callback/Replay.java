package dev.assay.api.callback;

import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.attempt.UnmatchedPayload;
import dev.assay.api.attempt.UnmatchedPayloads;
import dev.assay.api.lookup.LookupResult;
import dev.assay.api.lookup.NodeLookup;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.memory.PayloadMemory;
import dev.assay.storedjson.CompressedJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.UUID;

/**
 * Replays an unmatched payload, as if the machine posted it now, and removes it from the inbox in
 * the same transaction. Source: spec api.md 9.14.
 */
@ApplicationScoped
public class Replay {
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private final PayloadIntake intake;
  private final NodeLookup lookup;
  private final Recipients recipients;
  private final Discovery discovery;
  private final ReplayedNode replayedNode;
  private final UnmatchedPayloads payloads;
  private final PayloadMemory memory;

  Replay(
      PayloadIntake intake,
      NodeLookup lookup,
      Recipients recipients,
      Discovery discovery,
      ReplayedNode replayedNode,
      UnmatchedPayloads payloads,
      PayloadMemory memory) {
    this.intake = intake;
    this.lookup = lookup;
    this.recipients = recipients;
    this.discovery = discovery;
    this.replayedNode = replayedNode;
    this.payloads = payloads;
    this.memory = memory;
  }

  /** Where the data go. */
  public sealed interface Target {
    /** Where they would go if the machine posted them now. */
    record Lookup() implements Target {}

    /** A new node, also while auto-discovery is off. */
    record Discovery() implements Target {}

    /** The node with this UUID or name, whatever keys the machine sent. */
    record OnNode(String ident) implements Target {}
  }

  /**
   * Returns the node; CONFLICT when the data cannot be accepted, UNAVAILABLE when no conductor
   * could take a new node: they stay in the inbox then.
   */
  public NodeId of(UnmatchedPayload payload, Target target) {
    try (var _ =
        memory
            .large()
            .take(PayloadMemory.ofTree(payload.size()), MAX_WAIT)
            .orElseThrow(Replay::busy)) {
      var body =
          QuarkusTransaction.requiringNew()
              .call(() -> payloads.body(payload.uuid()))
              .map(CompressedJson::json)
              .orElseThrow(() -> unknown(payload.uuid()));
      var callback = Callback.read(body);
      var keys = keys(payload, callback);
      return intake.acceptAgain(
          callback,
          payload.reference(),
          () -> {
            if (!payloads.delete(payload.uuid())) { // or another request replays it
              throw unknown(payload.uuid());
            }
            return recipient(keys, target);
          });
    } catch (AttemptRefused e) {
      throw new AssayException(
          code(e),
          "Unmatched payload %s cannot be replayed: %s. To do: %s."
              .formatted(payload.uuid(), e.verdict().sentence(), e.verdict().outcome().hint()),
          e);
    }
  }

  /** For an operator, unlike for the machine, what cannot be accepted now is a conflict. */
  private static ErrorCode code(AttemptRefused refused) {
    return switch (refused.code()) {
      case NOT_FOUND -> ErrorCode.CONFLICT;
      case INTERNAL -> refused.isUnavailable() ? ErrorCode.UNAVAILABLE : ErrorCode.CONFLICT;
      default -> refused.code();
    };
  }

  /** Only the classic API takes data without the usual keys. */
  private static LookupKeys keys(UnmatchedPayload payload, Callback callback) {
    var keys = callback.keys(payload.keys().uuid().map(NodeId::of));
    return keys.none() ? callback.classicKeys() : keys;
  }

  private Recipient recipient(LookupKeys keys, Target target) {
    return switch (target) {
      case Target.Lookup() -> {
        PayloadIntake.requireAny(keys);
        yield recipients.of(keys);
      }
      case Target.OnNode(var ident) -> replayedNode.require(ident);
      case Target.Discovery() -> {
        PayloadIntake.requireAny(keys);
        requireUnknown(keys);
        yield recipients.discovered(discovery.enrolOnRequest(keys));
      }
    };
  }

  private void requireUnknown(LookupKeys keys) {
    switch (lookup.lockWaiting(keys)) {
      case LookupResult.Unknown _ -> {}
      case LookupResult.Refused(var verdict) -> throw new AttemptRefused(verdict);
      case LookupResult.Found(var node, _) -> throw known(node);
      case LookupResult.TooEarly(var node, _) -> throw known(node);
    }
  }

  private static AssayException known(NodeId node) {
    return new AssayException(
        ErrorCode.CONFLICT,
        "The machine cannot be discovered: it is node %s. Replay the data onto that node."
            .formatted(node));
  }

  /** NOT_FOUND. */
  public static AssayException unknown(UUID uuid) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "Unmatched payload %s could not be found.".formatted(uuid));
  }

  private static AssayException busy() {
    return new AssayException(
        ErrorCode.UNAVAILABLE, "Too many large payloads are being processed; try again later.");
  }
}
