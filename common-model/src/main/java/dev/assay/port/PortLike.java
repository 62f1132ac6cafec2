package dev.assay.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.node.RowStates;
import dev.assay.storedjson.StoredJson;
import jakarta.persistence.Column;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * Base entity of ports and port groups, each of which belongs to one node. Ironic calls them
 * port-like. Source: spec api.md 11 and 12.
 */
@MappedSuperclass
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public abstract class PortLike {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  @Column(name = "node_id")
  private long nodeId;

  @Formula("(select n.uuid from node n where n.id = node_id)")
  private @Nullable UUID nodeUuid;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  @Column(name = "internal_info")
  private ObjectNode internalInfo;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "updated_at")
  private @Nullable Instant updatedAt;

  @Formula(RowStates.VERSION)
  private @Nullable String version;

  protected PortLike() {}

  /** Creates a row of the node with row number {@code nodeId}. */
  protected PortLike(UUID uuid, long nodeId, Instant now) {
    this.uuid = uuid;
    this.nodeId = nodeId;
    this.internalInfo = StoredJson.object();
    this.createdAt = now;
  }

  /** Moves it to another node. */
  public void belongTo(long otherNodeId, Instant now) {
    nodeId = otherNodeId;
    changed(now);
  }

  /** Sets the time of the last change. */
  protected final void changed(Instant now) {
    updatedAt = now;
  }

  public long id() {
    return Objects.requireNonNull(id);
  }

  public UUID uuid() {
    return uuid;
  }

  /** The row number of the node. */
  public long nodeId() {
    return nodeId;
  }

  /** The node's UUID when the row was loaded; null for a new row. */
  public @Nullable UUID nodeUuid() {
    return nodeUuid;
  }

  /** Changes with everything that is shown; for {@link RowStates}. */
  public String state() {
    return Objects.requireNonNull(version, "not read from the database");
  }

  public ObjectNode internalInfo() {
    return internalInfo;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public @Nullable Instant updatedAt() {
    return updatedAt;
  }
}
