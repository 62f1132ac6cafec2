package dev.assay.port;

import dev.assay.id.MacAddress;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import java.time.Instant;
import java.util.UUID;

/** The JPA entity of a node's port. Source: spec api.md 11. */
@Entity(name = "Port")
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class Port extends PortLike {
  @Embedded private PortAttributes attributes;

  protected Port() {}

  /** Creates a port of the node with row number {@code nodeId}. */
  public Port(UUID uuid, long nodeId, PortAttributes attributes, Instant now) {
    super(uuid, nodeId, now);
    this.attributes = attributes;
  }

  /** Replaces the attributes that a client may set. */
  public void update(PortAttributes changed, Instant now) {
    attributes = changed;
    changed(now);
  }

  public PortAttributes attributes() {
    return attributes;
  }

  public MacAddress address() {
    return MacAddress.of(attributes.address());
  }
}
