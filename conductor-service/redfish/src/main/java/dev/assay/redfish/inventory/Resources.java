package dev.assay.redfish.inventory;

import java.util.List;
import java.util.Optional;

/**
 * Reads the optional resources of one BMC, in a limited number of requests. What is missing or
 * cannot be used is left out; throws HardwareFailure when the BMC does not answer any more.
 */
interface Resources {
  /** The resource at {@code path}. */
  Optional<Resource> find(String path);

  /**
   * The resources that member {@code name} of {@code of} refers to: those of a collection, or those
   * of a list of links, in order.
   */
  List<Resource> members(Resource of, String name);

  /** What could not be used although the BMC refers to it, in sentences; for operators. */
  List<String> unread();
}
