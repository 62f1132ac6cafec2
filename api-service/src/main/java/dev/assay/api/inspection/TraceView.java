package dev.assay.api.inspection;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.ActionRun;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Trace.RuleRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts the trace of an inspection to JSON: what hooks and rules did, as {@code hooks} and
 * {@code rules}.
 */
public final class TraceView {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private TraceView() {}

  /** The member {@code trace} of an inspection. */
  public static ObjectNode of(Trace trace) {
    var shown = JSON.objectNode();
    var hooks = shown.putArray("hooks");
    trace.hooks().forEach(hook -> hooks.add(of(hook)));
    var rules = shown.putArray("rules");
    trace.rules().forEach(rule -> rules.add(of(rule)));
    return shown;
  }

  private static ObjectNode of(HookRun hook) {
    var shown =
        JSON.objectNode()
            .put("hook", hook.hook())
            .put("part", hook.part())
            .put("milliseconds", hook.micros() / 1000.0);
    sentences(shown, "changes", hook.changes());
    sentences(shown, "warnings", hook.warnings());
    return shown.put("failure", hook.failure());
  }

  private static ObjectNode of(RuleRun rule) {
    var shown =
        JSON.objectNode()
            .put("rule", rule.rule())
            .put("phase", rule.phase())
            .put("matched", rule.matched());
    shown.set("decision", of(rule.decision()));
    var actions = shown.putArray("actions");
    rule.actions().forEach(action -> actions.add(of(action)));
    sentences(shown, "warnings", rule.warnings());
    return shown.put("failure", rule.failure());
  }

  private static @Nullable ObjectNode of(@Nullable Decision decision) {
    return decision == null
        ? null
        : JSON.objectNode()
            .put("condition", decision.condition())
            .put("compared", decision.compared());
  }

  private static ObjectNode of(ActionRun action) {
    var shown = JSON.objectNode().put("action", action.action());
    sentences(shown, "changes", action.changes());
    return shown;
  }

  private static void sentences(ObjectNode shown, String name, List<String> sentences) {
    sentences.forEach(shown.putArray(name)::add);
  }
}
