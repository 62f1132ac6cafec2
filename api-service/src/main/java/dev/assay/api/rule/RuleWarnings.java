package dev.assay.api.rule;

import dev.assay.error.ShortText;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleRegistry;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Warnings about parts of valid rules that can never work, for clients and for the log. */
public final class RuleWarnings {
  private static final Logger LOG = Logger.getLogger(RuleWarnings.class);
  private static final int LOGGED = 2000;
  private static final String HIDDEN =
      "part of it can never work; details are not shown because the rule is sensitive";

  private RuleWarnings() {}

  /**
   * Logs and returns the warnings about a rule that was just written. An {@code author} sent the
   * whole rule and may see them even if it is sensitive.
   */
  static List<String> ofWritten(Rule rule, boolean author, RuleRegistry registry) {
    var warnings = CompiledRule.stored(rule, registry).warnings();
    if (warnings.isEmpty()) {
      return warnings;
    }
    var visible = rule.sensitive() ? List.of(HIDDEN) : warnings;
    LOG.warnf(
        "Inspection rule %s was accepted, but parts of it can never work: %s",
        rule.uuid(), ShortText.printable(String.join("; ", visible), LOGGED));
    return author ? warnings : visible;
  }

  /**
   * The warnings about {@code rules} for the client of a dry run, each with the name of its rule;
   * they show nothing of sensitive rules.
   */
  public static List<String> of(Collection<CompiledRule> rules) {
    return rules.stream().flatMap(RuleWarnings::named).toList();
  }

  private static Stream<String> named(CompiledRule compiled) {
    var rule = compiled.rule();
    var warnings = compiled.warnings().stream();
    return (rule.sensitive() ? warnings.limit(1).map(_ -> HIDDEN) : warnings)
        .map(warning -> "rule %s: %s".formatted(rule.uuid(), warning));
  }
}
