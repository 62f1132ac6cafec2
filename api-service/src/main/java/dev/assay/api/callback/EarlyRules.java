package dev.assay.api.callback;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.lookup.LookupKeys;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.CompiledRule;
import dev.assay.rule.store.RuleCache;
import dev.assay.rule.definition.Phase;
import dev.assay.rule.RuleEngine;
import dev.assay.rule.RuleOutcome;
import dev.assay.rule.RuleScope;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Runs the inspection rules of phase early over what a machine sent, before it is known which one
 * that is. They see the raw data and can change plugin data, never the inventory. As there is no
 * node yet, they run whatever inspect interface it will turn out to have, and none that has a scope
 * applies. A machine that posts again has them run again. Source: spec rules.md 3.
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
   * What is left to look at.
   *
   * @param body of the callback, with the plugin data as rules left them; the bytes that were sent
   *     when no rule changed any
   * @param trace every rule that was looked at, in order
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way to a column
  record Result(byte[] body, List<RuleRun> trace) {}

  /**
   * Changes the plugin data of {@code callback}. NOT_FOUND when a rule fails, or they take too
   * long, which to the machine is the same as not being known; which rule, and why, is in the log.
   * UNAVAILABLE when too many wait for rules.
   */
  Result run(Callback callback, LookupKeys keys) {
    rules.catchUp();
    var early = rules.of(Phase.EARLY);
    if (early.isEmpty()) {
      return new Result(callback.body(), List.of());
    }
    try {
      return threads.run(() -> run(early, callback, keys));
    } catch (TimeoutException _) {
      throw refused(keys, "rules of phase early did not come back in time");
    }
  }

  private static Result run(List<CompiledRule> early, Callback callback, LookupKeys keys) {
    var data = callback.pluginData();
    var sent = data.deepCopy();
    var scope = RuleScope.early(callback.inventory(), data);
    return switch (RuleEngine.run(Phase.EARLY, early, scope)) {
      case RuleOutcome.Done(var trace) when data.equals(sent) -> new Result(callback.body(), trace);
      case RuleOutcome.Done(var trace) -> {
        requireNoInventory(data, keys);
        yield new Result(callback.bodyWith(data), trace);
      }
      case RuleOutcome.Failed(_, var why, var trace) ->
          throw refused(keys, "rule %s failed: %s".formatted(trace.getLast().rule(), why));
    };
  }

  /** Behind the plugin data it would be taken for the one that was sent. */
  private static void requireNoInventory(ObjectNode data, LookupKeys keys) {
    if (data.has(Callback.INVENTORY)) {
      throw refused(
          keys,
          "a rule of phase early made plugin data called inventory; choose another name there");
    }
  }

  private static RuntimeException refused(LookupKeys keys, String reason) {
    return PayloadIntake.refused(keys, Callback.loggable(reason));
  }
}
