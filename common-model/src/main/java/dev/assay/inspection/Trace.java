package dev.assay.inspection;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records what hooks and rules did to the data of one inspection, each in the order they ran. */
public record Trace(List<HookRun> hooks, List<RuleRun> rules) {
  /** The trace when nothing ran. */
  public static final Trace EMPTY = new Trace(List.of());

  public Trace {
    hooks = List.copyOf(hooks);
    rules = rules == null ? List.of() : List.copyOf(rules); // older traces have no rules
  }

  /** A trace without rules. */
  public Trace(List<HookRun> hooks) {
    this(hooks, List.of());
  }

  /** Returns a copy with the rules {@code more} appended. */
  public Trace with(List<RuleRun> more) {
    return new Trace(hooks, Stream.concat(rules.stream(), more.stream()).toList());
  }

  /** True when nothing ran; not named as a property, which would be stored. */
  boolean nothingRan() {
    return hooks.isEmpty() && rules.isEmpty();
  }

  /** The times of the hooks in microseconds. */
  int[] micros() {
    return hooks.stream()
        .mapToInt(hook -> (int) Math.min(hook.micros(), Integer.MAX_VALUE))
        .toArray();
  }

  /** Returns a copy whose hooks have these times, or 0 when there are fewer. */
  Trace timed(int... micros) {
    return new Trace(
        IntStream.range(0, hooks.size())
            .mapToObj(i -> hooks.get(i).timed(i < micros.length ? micros[i] : 0))
            .toList(),
        rules);
  }

  /**
   * The run of one part of one hook.
   *
   * @param hook its name
   * @param part "preprocess" or "process"
   * @param micros wall clock, microseconds
   * @param changes one sentence each, what it changed
   * @param warnings one sentence each
   * @param failure why it failed; null when it did not
   */
  public record HookRun(
      String hook,
      String part,
      long micros,
      List<String> changes,
      List<String> warnings,
      @Nullable String failure) {
    public HookRun {
      changes = List.copyOf(changes);
      warnings = List.copyOf(warnings);
    }

    private HookRun timed(long micros) {
      return new HookRun(hook, part, micros, changes, warnings, failure);
    }
  }

  /**
   * The run of one rule in one phase. Values are shown shortened and without secrets; for a
   * sensitive rule no values are shown.
   *
   * @param rule its UUID, or its name when it is built in
   * @param phase "early", "preprocess" or "main"
   * @param matched whether all conditions held; null when one could not be checked
   * @param decision the condition that decided; null when all conditions held
   * @param actions those that ran, in order, the failed one included
   * @param warnings one sentence each, such as a lookup that found nothing
   * @param failure why it failed; null when it did not
   */
  public record RuleRun(
      String rule,
      String phase,
      @Nullable Boolean matched,
      @Nullable Decision decision,
      List<ActionRun> actions,
      List<String> warnings,
      @Nullable String failure) {
    public RuleRun {
      actions = List.copyOf(actions);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * The condition that was false, or could not be checked.
   *
   * @param condition "conditions[0] !eq" or "scope"
   * @param compared what was compared with what; null for a sensitive rule
   */
  public record Decision(String condition, @Nullable String compared) {}

  /**
   * One action.
   *
   * @param action "actions[0] set-attribute"
   * @param changes one sentence each, what it changed
   */
  public record ActionRun(String action, List<String> changes) {
    public ActionRun {
      changes = List.copyOf(changes);
    }
  }
}
