package dev.assay.conductor.membership;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.message.Route;
import dev.assay.node.Node;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Locale;

/**
 * The nodes that this conductor may work on: those of its conductor group whose driver it serves.
 * Source: spec conductor.md 2.
 */
@ApplicationScoped
public class ServedNodes {
  private final List<Route> routes;

  ServedNodes(Drivers drivers, ConductorConfig config) {
    var group = config.conductorGroup().orElse("").toLowerCase(Locale.ROOT);
    this.routes =
        drivers.descriptions().stream().map(driver -> new Route(group, driver.name())).toList();
  }

  /** The routes of this conductor, one for each driver. */
  public List<Route> routes() {
    return routes;
  }

  /** Whether this conductor serves the node, by the node's current group and driver. */
  public boolean include(Node node) {
    return routes.contains(
        new Route(node.attributes().conductorGroup(), node.attributes().driver()));
  }
}
