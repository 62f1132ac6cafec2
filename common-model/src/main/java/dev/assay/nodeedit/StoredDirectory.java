package dev.assay.nodeedit;

import dev.assay.hardware.DriverDescription;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.registration.ConductorChoice;
import dev.assay.registration.Conductors;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Looks everything up in the database, within the caller's transaction. */
@Singleton
public class StoredDirectory implements Directory {
  private final Nodes nodes;
  private final Conductors conductors;

  StoredDirectory(Nodes nodes, Conductors conductors) {
    this.nodes = nodes;
    this.conductors = conductors;
  }

  @Override
  public Optional<DriverDescription> driver(String driver, String group) {
    return ConductorChoice.describe(driver, group, conductors.all());
  }

  @Override
  public Optional<Node> node(String ident) {
    var uuid = NodeId.parse(ident);
    return uuid.isPresent() ? nodes.find(uuid.get()) : nodes.findByName(ident);
  }
}
