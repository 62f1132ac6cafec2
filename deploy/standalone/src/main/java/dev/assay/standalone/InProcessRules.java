package dev.assay.standalone;

import dev.assay.rule.store.RuleCache;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * The rules of API and conductor, which are in one process; {@link InProcessTransport} tells them.
 */
@ApplicationScoped
public class InProcessRules {
  private final RuleCache rules;

  InProcessRules(RuleCache rules) {
    this.rules = rules;
  }

  /** Before any request is answered: a file of built-in rules that is wrong stops the start. */
  void start(@Observes @Priority(50) StartupEvent started) {
    rules.start();
  }
}
