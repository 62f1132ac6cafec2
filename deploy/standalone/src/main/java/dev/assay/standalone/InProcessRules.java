package dev.assay.standalone;

import dev.assay.rule.store.RuleCache;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Loads the inspection rules that the API and the conductor of this process share; {@link
 * InProcessTransport} refreshes them after changes.
 */
@ApplicationScoped
public class InProcessRules {
  private final RuleCache rules;

  InProcessRules(RuleCache rules) {
    this.rules = rules;
  }

  /**
   * Loads the rules before any request is served: an invalid file of built-in rules aborts the
   * startup.
   */
  void start(@Observes @Priority(50) StartupEvent started) {
    rules.start();
  }
}
