package dev.assay.conductor.membership;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.discovery.AutoDiscoveryConfig;
import dev.assay.discovery.DiscoveryPlan;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Checks the options of auto-discovery at startup. Source: spec conductor.md 4.3 (D1). */
@ApplicationScoped
class DiscoveryCheck {
  private static final Logger LOG = Logger.getLogger(DiscoveryCheck.class);
  private static final String AGENT = "agent";

  /**
   * Stops the startup when no driver is set; warns when this conductor does not serve the driver,
   * or when later inspections of discovered nodes would not use the ramdisk.
   */
  void check(@Observes StartupEvent started, AutoDiscoveryConfig config, Drivers drivers) {
    DiscoveryPlan.of(config)
        .flatMap(
            plan ->
                unusable(
                    plan.driver(),
                    drivers.descriptions().stream()
                        .filter(driver -> driver.name().equals(plan.driver()))
                        .findFirst()))
        .ifPresent(LOG::warn);
  }

  static Optional<String> unusable(String name, Optional<DriverDescription> driver) {
    if (driver.isEmpty()) {
      return Optional.of(
          ("assay.auto-discovery.driver names %s, which this conductor does not serve: add it to"
                  + " assay.conductor.enabled-hardware-types here or on another conductor, else"
                  + " unknown machines get error 500.")
              .formatted(name));
    }
    var inspect = driver.get().byDefault(InterfaceType.INSPECT);
    return inspect.equals(AGENT)
        ? Optional.empty()
        : Optional.of(
            ("The nodes that auto-discovery makes get inspect_interface %s, the default of driver"
                    + " %s: later inspections of them will not use the ramdisk.")
                .formatted(inspect, name));
  }
}
