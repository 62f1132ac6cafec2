package dev.assay.nodeedit;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.node.Node;
import java.util.Optional;

/** What an edit needs to know of the rest of the site. */
public interface Directory {
  /**
   * How the conductors of {@code group} that are alive or expected back describe {@code driver};
   * empty when none of them serves it.
   */
  Optional<DriverDescription> driver(String driver, String group);

  /** The refusal of a node whose {@link #driver} no conductor serves. */
  default AssayException notServed(String driver, String group) {
    return new AssayException(ErrorCode.NO_CONDUCTOR_FOR_DRIVER, NodeEdit.notServed(driver, group));
  }

  /** The node that {@code ident} names, a UUID or a name. */
  Optional<Node> node(String ident);
}
