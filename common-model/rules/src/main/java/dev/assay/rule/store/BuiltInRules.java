package dev.assay.rule.store;

import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.engine.RulesConfig;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.List;

/** The rules of the operator's file, read once when this process starts. */
@Singleton
public final class BuiltInRules {
  private final List<Rule> rules;

  /**
   * Throws ConfigurationException, with a message for the operator, when the file cannot be used.
   */
  BuiltInRules(RulesConfig config, RuleRegistry registry) {
    try {
      rules =
          config.builtInFile().map(file -> BuiltInRulesFile.read(file, registry)).orElse(List.of());
    } catch (IllegalArgumentException e) {
      // No cause: the message is enough, and a long stack trace would bury it.
      throw new ConfigurationException(e.getMessage());
    }
  }

  /** The rules in the order of the file; empty when no file is configured. */
  public List<Rule> rules() {
    return rules;
  }
}
