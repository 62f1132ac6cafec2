package dev.assay.api.portgroup;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.portlike.PortLikeFinder;
import dev.assay.node.Nodes;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroups;
import jakarta.inject.Singleton;

/** Finds port groups by the identifier in a path: a UUID or a name. Source: spec api.md 12. */
@Singleton
public class PortGroupFinder extends PortLikeFinder<PortGroup> {
  PortGroupFinder(PortGroups groups, Nodes nodes, ApiRequest request) {
    super("Portgroup", PortGroupFields.SINCE, groups, nodes, request);
  }
}
