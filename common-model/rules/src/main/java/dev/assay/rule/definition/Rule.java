package dev.assay.rule.definition;

import dev.assay.rule.CompiledRule;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An inspection rule as on the wire. Its words are checked by {@link CompiledRule}.
 *
 * @param uuid a UUID; for a built-in rule any text
 * @param priority higher runs first; 0 to 9999 unless it is built in
 * @param scope which nodes it is for, by their property {@code inspection_scope}; null for those of
 *     the default scope
 * @param sensitive whether its content is never shown, nor what it does with what
 * @param enabled whether inspections run it; if not it can only be tried out
 * @param builtIn whether it comes from the operator's file, not from the API
 */
public record Rule(
    String uuid,
    @Nullable String description,
    int priority,
    @Nullable String scope,
    boolean sensitive,
    boolean enabled,
    Phase phase,
    List<Condition> conditions,
    List<Action> actions,
    boolean builtIn) {
  /**
   * How rules run, when given in the order of their creation and those of the file in its order: by
   * priority, stored ones before built-in ones. Source: spec rules.md 3.
   */
  public static final Comparator<Rule> ORDER =
      Comparator.comparingInt(Rule::priority).reversed().thenComparing(Rule::builtIn);

  public Rule {
    conditions = List.copyOf(conditions);
    actions = List.copyOf(actions);
  }
}
