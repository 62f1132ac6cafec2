package dev.assay.conductor.membership;

import java.util.List;

/**
 * An event: conductors died, and their leases were ended.
 *
 * @param names of the conductors
 */
public record ConductorsDied(List<String> names) {
  public ConductorsDied {
    names = List.copyOf(names);
  }
}
