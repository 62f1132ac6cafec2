package dev.assay.discovery;

import java.util.Optional;

/**
 * How an unknown machine is handled: Assay creates a node with this driver and inspection scope.
 * Source: spec conductor.md 4.3 (D1, D3).
 *
 * @param maxWaiting how many such nodes may be in enroll; 0 for any number
 */
public record DiscoveryPlan(String driver, Optional<String> inspectionScope, int maxWaiting) {
  /**
   * Reads the plan from the configuration; empty when discovery is disabled. IllegalStateException,
   * which stops the start, when the driver is missing or {@code maxWaiting} is negative.
   */
  public static Optional<DiscoveryPlan> of(AutoDiscoveryConfig config) {
    if (!config.enabled()) {
      return Optional.empty();
    }
    var driver =
        config
            .driver()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "assay.auto-discovery.enabled=true needs a driver for the nodes it makes:"
                            + " set assay.auto-discovery.driver, for instance to redfish."));
    if (config.maxWaiting() < 0) {
      throw new IllegalStateException(
          "assay.auto-discovery.max-waiting is %d: it must be 0, for no bound, or more."
              .formatted(config.maxWaiting()));
    }
    return Optional.of(new DiscoveryPlan(driver, config.inspectionScope(), config.maxWaiting()));
  }

  /**
   * Reads the plan for machines that an operator wants to have discovered, also while discovery is
   * disabled; empty without a driver.
   */
  public static Optional<DiscoveryPlan> onRequest(AutoDiscoveryConfig config) {
    return config.driver().map(driver -> new DiscoveryPlan(driver, config.inspectionScope(), 0));
  }
}
