package dev.assay.rule.definition;

import dev.assay.rule.Phase;
import dev.assay.rule.engine.CompiledRule;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An inspection rule, parsed but not compiled: {@link CompiledRule} validates its operators,
 * actions and arguments.
 *
 * @param uuid a UUID; for a built-in rule any text
 * @param priority higher runs first; 0 to 9999 unless it is built in
 * @param scope applies only to nodes with this property {@code inspection_scope}; null for the
 *     default scope
 * @param sensitive whether its content, and what it compares and changes, is never shown
 * @param enabled whether inspections run it; a disabled rule can only be tested in a dry run
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
   * The order in which rules run: by descending priority, stored rules before built-in ones. To be
   * used with a stable sort, on rules in the order of their creation or of the file. Source: spec
   * rules.md 3.
   */
  public static final Comparator<Rule> ORDER =
      Comparator.comparingInt(Rule::priority).reversed().thenComparing(Rule::builtIn);

  public Rule {
    conditions = List.copyOf(conditions);
    actions = List.copyOf(actions);
  }
}
