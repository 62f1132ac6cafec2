package dev.assay.api.node;

import dev.assay.api.conductor.LiveConductors;
import dev.assay.hardware.DriverDescription;
import dev.assay.node.Node;
import dev.assay.nodeedit.Directory;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Drivers and nodes as a request sees them: conductors are read once, names depend on its version.
 */
@ApplicationScoped
class RequestDirectory implements Directory {
  private final NodeFinder finder;
  private final LiveConductors conductors;

  RequestDirectory(NodeFinder finder, LiveConductors conductors) {
    this.finder = finder;
    this.conductors = conductors;
  }

  @Override
  public Optional<DriverDescription> driver(String driver, String group) {
    return conductors.describe(driver, group);
  }

  @Override
  public Optional<Node> node(String ident) {
    return finder.find(ident);
  }
}
