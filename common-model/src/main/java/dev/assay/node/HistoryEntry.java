package dev.assay.node;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One entry of a node's history. Source: spec conductor.md 9, api.md 10.7. */
@Entity(name = "HistoryEntry")
@Table(name = "node_history")
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class HistoryEntry {
  /** The event types, by their names in the API. */
  public enum Kind {
    INTROSPECTION,
    VERIFY,
    PROVISIONING,
    MONITORING,
    TAKEOVER;

    /** "introspection", "verify" ... */
    public String wire() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  private UUID uuid;

  @Column(name = "node_id")
  private long nodeId;

  @Column(name = "created_at")
  private Instant createdAt;

  private String severity;

  @Column(name = "event_type")
  private String eventType;

  private String event;
  private @Nullable String conductor;

  @Column(name = "user_name")
  private @Nullable String user;

  private String state;

  @Column(name = "target_provision_state")
  private @Nullable String targetProvisionState;

  @Column(name = "duration_seconds")
  private @Nullable Long durationSeconds;

  protected HistoryEntry() {}

  /**
   * An event of {@code node} as it is now; {@code by} is the conductor that caused it, null for
   * none.
   */
  public HistoryEntry(
      Node node, Kind kind, boolean error, String event, @Nullable String by, Instant now) {
    this.uuid = UUID.randomUUID();
    this.nodeId = node.id();
    this.createdAt = now;
    this.severity = error ? "ERROR" : "INFO";
    this.eventType = kind.wire();
    this.event = event;
    this.conductor = by;
    this.state = node.provisionState().wire();
    this.targetProvisionState =
        node.targetProvisionState() == null ? null : node.targetProvisionState().wire();
    this.durationSeconds =
        node.provisionUpdatedAt() == null
            ? null
            : Math.max(0, Duration.between(node.provisionUpdatedAt(), now).toSeconds());
  }

  /** Sets the user who made the request; null when there was none. Returns this entry. */
  public HistoryEntry requestedBy(@Nullable String who) {
    user = who;
    return this;
  }

  public long id() {
    return Objects.requireNonNull(id);
  }

  public UUID uuid() {
    return uuid;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public String severity() {
    return severity;
  }

  public String eventType() {
    return eventType;
  }

  public String event() {
    return event;
  }

  public @Nullable String conductor() {
    return conductor;
  }

  public @Nullable String user() {
    return user;
  }

  public String state() {
    return state;
  }

  public @Nullable String targetProvisionState() {
    return targetProvisionState;
  }

  public @Nullable Long durationSeconds() {
    return durationSeconds;
  }
}
