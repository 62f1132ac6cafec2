package dev.assay.rule;

import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.List;

/** The rules of the operator's file, as this process read them when it started. */
@Singleton
public final class BuiltIns {
  private final List<Rule> rules;

  /** ConfigurationException, with a sentence for the operator, when the file cannot be used. */
  BuiltIns(RulesConfig config, Language language) {
    try {
      rules = config.builtInFile().map(file -> BuiltInRules.read(file, language)).orElse(List.of());
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
