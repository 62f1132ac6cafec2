package dev.assay.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** A port of a node as it is stored. Source: spec api.md 11. */
@Entity(name = "Port")
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class Port {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  @Column(name = "node_id")
  private long nodeId;

  @Formula("(select n.uuid from node n where n.id = node_id)")
  private @Nullable UUID nodeUuid;

  @Embedded private PortAttributes attributes;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  @Column(name = "internal_info")
  private ObjectNode internalInfo;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "updated_at")
  private @Nullable Instant updatedAt;

  protected Port() {}

  /** A new port of the node with row number {@code nodeId}. */
  public Port(UUID uuid, long nodeId, PortAttributes attributes, Instant now) {
    this.uuid = uuid;
    this.nodeId = nodeId;
    this.attributes = attributes;
    this.internalInfo = dev.assay.storedjson.StoredJson.object();
    this.createdAt = now;
  }

  /** Replaces what a client may set. */
  public void become(PortAttributes changed, Instant now) {
    attributes = changed;
    updatedAt = now;
  }

  /** Moves the port to another node. */
  public void belongTo(long otherNodeId, Instant now) {
    nodeId = otherNodeId;
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

  /** The node's UUID as of loading; null on a port not yet loaded from the database. */
  public @Nullable UUID nodeUuid() {
    return nodeUuid;
  }

  public PortAttributes attributes() {
    return attributes;
  }

  public MacAddress address() {
    return MacAddress.of(attributes.address());
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
