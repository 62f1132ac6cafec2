package dev.assay.chassis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The JPA entity of a chassis: a group of nodes with a description. Source: spec api.md 11a. */
@Entity(name = "Chassis")
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class Chassis {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  private @Nullable String description;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private ObjectNode extra;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "updated_at")
  private @Nullable Instant updatedAt;

  protected Chassis() {}

  /** Creates a new chassis. */
  public Chassis(UUID uuid, @Nullable String description, ObjectNode extra, Instant now) {
    this.uuid = uuid;
    this.description = description;
    this.extra = extra;
    this.createdAt = now;
  }

  /** Replaces the attributes that a client may set. */
  public void update(@Nullable String changedDescription, ObjectNode changedExtra, Instant now) {
    description = changedDescription;
    extra = changedExtra;
    updatedAt = now;
  }

  /** The row's number, which orders chassis by creation. */
  public long id() {
    return Objects.requireNonNull(id);
  }

  public UUID uuid() {
    return uuid;
  }

  public @Nullable String description() {
    return description;
  }

  /** Not to be changed in place. */
  public ObjectNode extra() {
    return extra;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public @Nullable Instant updatedAt() {
    return updatedAt;
  }
}
