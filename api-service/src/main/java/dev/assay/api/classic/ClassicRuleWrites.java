package dev.assay.api.classic;

import dev.assay.api.field.UniqueValueTaken;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.ClassicConfig;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.rule.store.StoredClassicRule;
import dev.assay.rule.store.StoredClassicRules;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads, creates and deletes classic rules. Conductors read them from the database for each
 * introspection, so nothing is announced. Source: spec inspector-compat.md 6.1.
 */
@ApplicationScoped
class ClassicRuleWrites {
  private static final int HIGHEST_LIMIT = 10_000;

  private final StoredClassicRules stored;
  private final ClassicConfig config;
  private final Clock clock;

  ClassicRuleWrites(StoredClassicRules stored, ClassicConfig config, Clock clock) {
    this.stored = stored;
    this.config = config;
    this.clock = clock;
    if (config.maxRules() < 1 || config.maxRules() > HIGHEST_LIMIT) {
      throw new IllegalStateException("assay.inspector-compat.max-rules must be 1 to 10000.");
    }
  }

  @Transactional
  List<StoredClassicRule> all() {
    return stored.all();
  }

  @Transactional
  Optional<ClassicRule> find(UUID uuid) {
    return stored.find(uuid).map(StoredClassicRule::rule);
  }

  /** Stores a rule; DUPLICATE when its UUID exists, CONFLICT when there are too many. */
  @Transactional
  void add(ClassicRule rule) {
    if (stored.countAndLock() >= config.maxRules()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "There are %d rules already, which is the limit (assay.inspector-compat.max-rules): delete some."
              .formatted(config.maxRules()));
    }
    UniqueValueTaken.unless(
        Map.of("classic_rule_uuid_key", "Rule with UUID %s already exists".formatted(rule.uuid())),
        () -> stored.add(new StoredClassicRule(rule, clock.instant())));
  }

  @Transactional
  boolean delete(UUID uuid) {
    return stored.delete(uuid);
  }

  @Transactional
  void deleteAll() {
    stored.deleteAll();
  }
}
