package dev.assay.rule.store;

import dev.assay.rule.definition.Rule;
import dev.assay.rule.RulesConfig;
import dev.assay.rule.RuleRegistry;

import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.List;

/** The rules of the operator's file, as this process read them when it started. */
@Singleton
public final class BuiltInRules {
  private final List<Rule> rules;

  /** ConfigurationException, with a sentence for the operator, when the file cannot be used. */
  BuiltInRules(RulesConfig config, RuleRegistry registry) {
    try {
      rules = config.builtInFile().map(file -> BuiltInRulesFile.read(file, registry)).orElse(List.of());
    } catch (IllegalArgumentException e) {
      // Of this exception the sentence is printed, and not a hundred lines of stack around it.
      throw new ConfigurationException(e.getMessage());
    }
  }

  /** In the order of the file; none without a file. */
  public List<Rule> rules() {
    return rules;
  }
}
