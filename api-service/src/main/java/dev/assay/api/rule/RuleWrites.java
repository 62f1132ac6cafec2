package dev.assay.api.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.field.Patch;
import dev.assay.api.field.UniqueValueTaken;
import dev.assay.api.http.ApiRequest;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.message.Announcement;
import dev.assay.message.Outbox;
import dev.assay.rule.definition.InvalidRule;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.store.StoredRule;
import dev.assay.rule.store.StoredRules;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates, changes and deletes rules, and announces each change to the processes that run them.
 * Source: spec rules.md 1.1.
 */
@ApplicationScoped
class RuleWrites {
  private final StoredRules rules;
  private final RuleFinder known;
  private final RuleRegistry registry;
  private final Outbox outbox;
  private final ApiRequest request;
  private final Clock clock;

  RuleWrites(
      StoredRules rules,
      RuleFinder known,
      RuleRegistry registry,
      Outbox outbox,
      ApiRequest request,
      Clock clock) {
    this.rules = rules;
    this.known = known;
    this.registry = registry;
    this.outbox = outbox;
    this.request = request;
    this.clock = clock;
  }

  /** Creates a rule. */
  @Transactional
  RuleView create(ObjectNode body) {
    var document = RuleDocument.accepted(body, request.version());
    var uuid =
        Optional.ofNullable(document.path("uuid").textValue())
            .map(UUID::fromString)
            .orElseGet(UUID::randomUUID);
    var taken = "A rule with UUID %s already exists.".formatted(uuid);
    if (known.isBuiltIn(uuid)) {
      throw UniqueValueTaken.by(taken);
    }
    var rule = RuleDocument.read(document, uuid.toString(), registry);
    var stored = new StoredRule(rule, clock.instant());
    UniqueValueTaken.unless(Map.of("inspection_rule_uuid_key", taken), () -> rules.add(stored));
    outbox.announce(new Announcement.RulesChanged());
    return RuleView.stored(stored, request);
  }

  /** Applies {@code patch} and returns the changed rule. */
  @Transactional
  RuleView patch(String ident, Patch patch) {
    var stored = known.requireChangeable(ident);
    var before = stored.rule();
    var after = patched(before, patch);
    if (before.sensitive() && !after.sensitive()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Rule %s is sensitive, and this cannot be removed: create a new rule instead."
              .formatted(ident));
    }
    if (!after.equals(before)) {
      stored.update(after, clock.instant());
      rules.write();
      outbox.announce(new Announcement.RulesChanged());
    }
    return RuleView.stored(stored, request);
  }

  private Rule patched(Rule before, Patch patch) {
    var document = patch.applyTo(RuleDocument.of(before), RuleFields.TABLE);
    try {
      return RuleDocument.read(document, before.uuid(), registry);
    } catch (InvalidRule e) {
      throw before.sensitive() ? hidden(before) : e;
    }
  }

  /** Hides the problem, which may lie in content that the client may not see. */
  private static AssayException hidden(Rule rule) {
    return new AssayException(
        ErrorCode.INVALID_PARAMETER,
        ("Rule %s would not be valid after this patch. The reason is not shown because the rule is"
                + " sensitive: send it as a new rule to see the reason.")
            .formatted(rule.uuid()));
  }

  /** Deletes the rule. */
  @Transactional
  void delete(String ident) {
    rules.remove(known.requireChangeable(ident));
    outbox.announce(new Announcement.RulesChanged());
  }

  /** Deletes all rules but the built-in ones. */
  @Transactional
  void deleteAll() {
    if (rules.removeAll()) {
      outbox.announce(new Announcement.RulesChanged());
    }
  }
}
