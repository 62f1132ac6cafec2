package dev.assay.nodeedit;

import dev.assay.hardware.DriverDescription;
import dev.assay.node.Node;
import java.util.Optional;

/** What an edit needs to know of the rest of the site. */
public interface Directory {
  /** How the living conductors of {@code group} describe {@code driver}; empty for no such one. */
  Optional<DriverDescription> driver(String driver, String group);

  /** The node that {@code ident} names, a UUID or a name. */
  Optional<Node> node(String ident);
}
