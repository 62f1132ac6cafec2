package dev.assay.rule;

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

/** A rule that clients made, as it is stored. Source: spec rules.md 1. */
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
  private List<Condition> conditions;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private List<Action> actions;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "updated_at")
  private @Nullable Instant updatedAt;

  protected StoredRule() {}

  /** A new one; the {@code uuid} of {@code rule} must be one. */
  public StoredRule(Rule rule, Instant now) {
    this.uuid = UUID.fromString(rule.uuid());
    this.createdAt = now;
    take(rule);
  }

  /** Replaces everything but the UUID. */
  public void become(Rule changed, Instant now) {
    take(changed);
    updatedAt = now;
  }

  private void take(Rule rule) {
    description = rule.description();
    priority = rule.priority();
    scope = rule.scope();
    sensitive = rule.sensitive();
    enabled = rule.enabled();
    phase = rule.phase().wire();
    conditions = rule.conditions();
    actions = rule.actions();
  }

  /** What it says. */
  public Rule rule() {
    return new Rule(
        uuid.toString(),
        description,
        priority,
        scope,
        sensitive,
        enabled,
        Phase.require(phase),
        conditions,
        actions,
        false);
  }

  /** The row's number, which orders rules by creation. */
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
