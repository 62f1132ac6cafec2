package dev.assay.webhook;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.event.EventFilter;
import dev.assay.storedjson.SecretDocument;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * The database entity of a webhook: where events are sent, and which. URL and secret are encrypted,
 * because URLs often contain tokens. How far events were sent is read only here; {@link
 * WebhookDeliveries} writes it. Source: spec api.md 9.16.
 */
@Entity(name = "Webhook")
@DynamicUpdate // conductors write to the same row
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class Webhook {
  /** Where to send, and the key of the signature. */
  public record Target(String url, String secret) {
    @Override
    public String toString() {
      return "***";
    }
  }

  /** What a client may set. */
  public record Settings(
      Target target, EventFilter filter, @Nullable String description, boolean enabled) {}

  /** What became of the requests. */
  public enum State {
    /** Everything was taken, or nothing was sent yet. */
    WORKING,
    /** The last request failed, and is made again. */
    FAILING,
    DISABLED,
    /** Disabled, because requests failed for too long. */
    GIVEN_UP;

    /** As clients see it: "working" ... "given up". */
    public String wire() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private SecretDocument target;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private ObjectNode filter;

  private @Nullable String description;
  private boolean enabled;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "updated_at")
  private @Nullable Instant updatedAt;

  @Column(insertable = false, updatable = false)
  private int failures;

  @Column(name = "failing_since", insertable = false, updatable = false)
  private @Nullable Instant failingSince;

  @Column(name = "given_up_at", insertable = false, updatable = false)
  private @Nullable Instant givenUpAt;

  @Column(name = "last_attempt_at", insertable = false, updatable = false)
  private @Nullable Instant lastAttemptAt;

  @Column(name = "last_success_at", insertable = false, updatable = false)
  private @Nullable Instant lastSuccessAt;

  @Column(name = "last_status", insertable = false, updatable = false)
  private @Nullable Integer lastStatus;

  @Column(name = "last_error", insertable = false, updatable = false)
  private @Nullable String lastError;

  protected Webhook() {}

  /** A new webhook; it gets the events that are recorded from now on. */
  public Webhook(UUID uuid, Settings settings, Instant now) {
    this.uuid = uuid;
    this.createdAt = now;
    set(settings);
  }

  /** Replaces everything that a client may set. */
  public void update(Settings settings, Instant now) {
    set(settings);
    updatedAt = now;
  }

  private void set(Settings settings) {
    target = at(SecretDocument.written(settings.target()));
    filter = settings.filter().json();
    description = settings.description();
    enabled = settings.enabled();
  }

  /** Decrypts where to send; empty when that is not possible, see {@link #unusable}. */
  public Optional<Target> target() {
    var stored = at(target);
    return stored.isReadable()
        ? Optional.of(stored.as(new TypeReference<Target>() {}))
        : Optional.empty();
  }

  /** Tells in a sentence that the target cannot be decrypted and what to do; empty when it can. */
  public Optional<String> unusable() {
    return at(target).isReadable()
        ? Optional.empty()
        : Optional.of(
            "The URL and the secret of webhook %s cannot be decrypted: put the key that the log names back into the key file, or set both again."
                .formatted(uuid));
  }

  private SecretDocument at(SecretDocument document) {
    return document.at("webhook", uuid, "target");
  }

  /** The row's number, which orders webhooks by creation. */
  public long id() {
    return Objects.requireNonNull(id);
  }

  public UUID uuid() {
    return uuid;
  }

  public EventFilter filter() {
    return EventFilter.read(filter);
  }

  public @Nullable String description() {
    return description;
  }

  public boolean enabled() {
    return enabled;
  }

  public State state() {
    if (!enabled) {
      return givenUpAt == null ? State.DISABLED : State.GIVEN_UP;
    }
    return failures == 0 ? State.WORKING : State.FAILING;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public @Nullable Instant updatedAt() {
    return updatedAt;
  }

  /** When the first of the failures came that no success followed; null for none. */
  public @Nullable Instant failingSince() {
    return failingSince;
  }

  public @Nullable Instant lastAttemptAt() {
    return lastAttemptAt;
  }

  public @Nullable Instant lastSuccessAt() {
    return lastSuccessAt;
  }

  /** The HTTP status of the last response; null when the last request got none. */
  public @Nullable Integer lastStatus() {
    return lastStatus;
  }

  /** Why the last request failed, in a sentence; null when it succeeded. */
  public @Nullable String lastError() {
    return lastError;
  }
}
