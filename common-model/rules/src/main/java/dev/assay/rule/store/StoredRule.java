package dev.assay.rule.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Rule;
import dev.assay.storedjson.SecretDocument;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * Database entity of a rule created through the API. Conditions and actions are stored encrypted,
 * because their values may be secrets. Source: spec rules.md 1.
 */
@Entity(name = "StoredRule")
@Table(name = "inspection_rule")
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class StoredRule {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  private @Nullable String description;
  private int priority;
  private @Nullable String scope;
  private boolean sensitive;
  private boolean enabled;
  private String phase;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private SecretDocument conditions;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private SecretDocument actions;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "updated_at")
  private @Nullable Instant updatedAt;

  protected StoredRule() {}

  /** A new rule; the {@code uuid} of {@code rule} must be a valid UUID. */
  public StoredRule(Rule rule, Instant now) {
    this.uuid = UUID.fromString(rule.uuid());
    this.createdAt = now;
    copyFrom(rule);
  }

  /** Replaces everything but the UUID. */
  public void update(Rule changed, Instant now) {
    at(conditions, "conditions");
    at(actions, "actions");
    copyFrom(changed);
    updatedAt = now;
  }

  private void copyFrom(Rule rule) {
    description = rule.description();
    priority = rule.priority();
    scope = rule.scope();
    sensitive = rule.sensitive();
    enabled = rule.enabled();
    phase = rule.phase().wire();
    conditions = secret(rule.conditions(), "conditions");
    actions = secret(rule.actions(), "actions");
  }

  /** Decrypts and parses the rule. */
  public Rule rule() {
    return new Rule(
        uuid.toString(),
        description,
        priority,
        scope,
        sensitive,
        enabled,
        Phase.require(phase),
        at(conditions, "conditions").as(new TypeReference<List<Condition>>() {}),
        at(actions, "actions").as(new TypeReference<List<Action>>() {}),
        false);
  }

  private SecretDocument secret(List<?> steps, String column) {
    return at(SecretDocument.written(steps), column);
  }

  private SecretDocument at(SecretDocument steps, String column) {
    return steps.at("inspection_rule", uuid, column);
  }

  /** The row ID; IDs increase in order of creation. */
  public long id() {
    return Objects.requireNonNull(id);
  }

  public UUID uuid() {
    return uuid;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public @Nullable Instant updatedAt() {
    return updatedAt;
  }
}
