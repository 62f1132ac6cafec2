package dev.assay.api.callback;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.attempt.Verdict;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.Phase;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.rule.engine.RuledData;
import dev.assay.rule.store.RuleCache;
import dev.assay.storedjson.JsonMember;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * Runs the inspection rules of phase early on the data of a callback, before its node is looked up.
 * The rules see the raw data and can change plugin data, but never the inventory. As the node is
 * not known yet, they run for every inspect interface, and rules with a scope do not apply. When a
 * machine posts again, they run again. Source: spec rules.md 3.
 */
@ApplicationScoped
class EarlyRules {
  private final RuleCache rules;
  private final EarlyThreads threads;

  EarlyRules(RuleCache rules, EarlyThreads threads) {
    this.rules = rules;
    this.threads = threads;
  }

  /**
   * The data after the rules have run.
   *
   * @param body of the callback, with the plugin data as the rules left them; the bytes that were
   *     sent when no rule changed any
   * @param places of its members
   * @param trace every rule that was considered, in order
   */
  @SuppressWarnings("ArrayRecordComponent") // only passed on to a database column
  record Result(byte[] body, Map<String, JsonMember> places, List<RuleRun> trace) {
    static Result unchanged(Callback callback, List<RuleRun> trace) {
      return new Result(callback.body(), callback.places(), trace);
    }

    static Result changed(byte[] body, List<RuleRun> trace) {
      try {
        return new Result(body, JsonMember.all(body), trace);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // memory does not fail, and the JSON was just written
      }
    }
  }

  /**
   * Runs the rules, which may change the plugin data of {@code callback}. NOT_FOUND, as for an
   * unknown machine, when a rule fails or the rules take too long; the reason is for operators.
   * UNAVAILABLE when too many callbacks wait for rules.
   */
  Result run(Callback callback) {
    rules.catchUp();
    var early = rules.of(Phase.EARLY);
    if (early.isEmpty()) {
      return Result.unchanged(callback, List.of());
    }
    try {
      return threads.run(() -> run(early, callback));
    } catch (TimeoutException _) {
      throw refused(Outcome.EARLY_RULES_TIMEOUT, "rules of phase early timed out");
    }
  }

  private static Result run(List<CompiledRule> early, Callback callback) {
    var data = callback.pluginData();
    var sent = data.deepCopy();
    var scope = RuledData.early(callback.inventory(), data);
    return switch (RuleEngine.run(Phase.EARLY, early, scope)) {
      case RuleOutcome.Done(var trace) when data.equals(sent) -> Result.unchanged(callback, trace);
      case RuleOutcome.Done(var trace) -> {
        requireNoInventory(data);
        yield Result.changed(callback.bodyWith(data), trace);
      }
      case RuleOutcome.Failed(_, var why, var trace) ->
          throw refused(
              Outcome.EARLY_RULE_FAILED,
              "rule %s failed: %s".formatted(trace.getLast().rule(), why));
    };
  }

  /** Refuses plugin data with a member inventory, which would replace the one that was sent. */
  private static void requireNoInventory(ObjectNode data) {
    if (data.has(Callback.INVENTORY)) {
      throw refused(
          Outcome.EARLY_RULE_FAILED,
          "a rule of phase early set the plugin data key inventory, which is reserved; use another"
              + " key");
    }
  }

  private static AttemptRefused refused(Outcome outcome, String reason) {
    return new AttemptRefused(new Verdict(outcome, Callback.loggable(reason)));
  }
}
