package dev.assay.portgroup;

import dev.assay.port.PortLikeRows;
import jakarta.inject.Singleton;
import org.hibernate.Session;

/** Reads and writes the port groups of all nodes. */
@Singleton
public class PortGroups extends PortLikeRows<PortGroup> {
  PortGroups(Session database) {
    super(database, PortGroup.class);
  }
}
