package dev.assay.api.port;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.portlike.PortLikeFinder;
import dev.assay.node.Nodes;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import jakarta.inject.Singleton;

/** Finds ports by the identifier in a path: a UUID, or from 1.88 a name. Source: spec api.md 11. */
@Singleton
class PortFinder extends PortLikeFinder<Port> {
  private static final int NAMES_SINCE = 88;

  PortFinder(Ports ports, Nodes nodes, ApiRequest request) {
    super("Port", NAMES_SINCE, ports, nodes, request);
  }
}
