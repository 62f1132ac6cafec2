package dev.assay.portgroup;

import dev.assay.port.PortLike;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import java.time.Instant;
import java.util.UUID;

/** The JPA entity of a node's port group; ports refer to their group. Source: spec api.md 12. */
@Entity(name = "PortGroup")
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class PortGroup extends PortLike {
  @Embedded private PortGroupAttributes attributes;

  protected PortGroup() {}

  /** Creates a port group of the node with row number {@code nodeId}. */
  public PortGroup(UUID uuid, long nodeId, PortGroupAttributes attributes, Instant now) {
    super(uuid, nodeId, now);
    this.attributes = attributes;
  }

  /** Replaces the attributes that a client may set. */
  public void update(PortGroupAttributes changed, Instant now) {
    attributes = changed;
    changed(now);
  }

  public PortGroupAttributes attributes() {
    return attributes;
  }
}
