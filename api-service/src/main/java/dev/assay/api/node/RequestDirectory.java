package dev.assay.api.node;

import dev.assay.api.conductor.ServingConductors;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
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
  private final ServingConductors conductors;

  RequestDirectory(NodeFinder finder, ServingConductors conductors) {
    this.finder = finder;
    this.conductors = conductors;
  }

  @Override
  public Optional<DriverDescription> driver(String driver, String group) {
    return conductors.describe(driver, group);
  }

  @Override
  public AssayException notServed(String driver, String group) {
    return conductors.notServed(driver, group, ErrorCode.NO_CONDUCTOR_FOR_DRIVER);
  }

  @Override
  public Optional<Node> node(String ident) {
    return finder.find(ident);
  }
}
