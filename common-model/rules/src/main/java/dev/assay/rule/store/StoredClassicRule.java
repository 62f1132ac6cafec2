package dev.assay.rule.store;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.storedjson.SecretDocument;
import dev.assay.storedjson.StoredJson;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * Database entity of a classic rule, which never changes. Conditions and actions are stored
 * encrypted, because their values may be secrets. Source: spec inspector-compat.md 6.
 */
@Entity(name = "StoredClassicRule")
@Table(name = "classic_rule")
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class StoredClassicRule {
  private static final String CONDITIONS = "conditions";
  private static final String ACTIONS = "actions";

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  @Column(updatable = false)
  private @Nullable String description;

  @Column(updatable = false)
  private @Nullable String scope;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  @Column(updatable = false)
  private SecretDocument conditions;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  @Column(updatable = false)
  private SecretDocument actions;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  protected StoredClassicRule() {}

  /** A new row. */
  public StoredClassicRule(ClassicRule rule, Instant now) {
    var document = rule.document();
    uuid = rule.uuid();
    description = rule.description();
    scope = rule.scope();
    conditions = at(SecretDocument.written(document.path(CONDITIONS)), CONDITIONS);
    actions = at(SecretDocument.written(document.path(ACTIONS)), ACTIONS);
    createdAt = now;
  }

  /** Decrypts and parses the rule. */
  public ClassicRule rule() {
    var document = StoredJson.object();
    document.put("description", description);
    document.put("scope", scope);
    document.set(CONDITIONS, steps(conditions, CONDITIONS));
    document.set(ACTIONS, steps(actions, ACTIONS));
    return ClassicRule.of(document, Optional.of(uuid));
  }

  private JsonNode steps(SecretDocument steps, String column) {
    return at(steps, column).as(new TypeReference<>() {});
  }

  private SecretDocument at(SecretDocument steps, String column) {
    return steps.at("classic_rule", uuid, column);
  }

  /** The row ID; IDs increase in order of creation. */
  public long id() {
    return Objects.requireNonNull(id);
  }

  public UUID uuid() {
    return uuid;
  }

  public @Nullable String description() {
    return description;
  }

  public @Nullable String scope() {
    return scope;
  }
}
