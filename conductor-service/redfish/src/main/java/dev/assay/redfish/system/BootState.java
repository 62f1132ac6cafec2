package dev.assay.redfish.system;

import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishResource.Boot;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How a system boots. Some BMCs (AMI MegaRAC, iDRAC 10) keep the override, or its allowable values,
 * in the settings resource of the system only. Source: DSP0266, settings resource.
 *
 * @param system its member Boot
 * @param settings that of its settings resource; empty when it has none that the BMC shows
 */
record BootState(Optional<Boot> system, Optional<Boot> settings) {
  static BootState of(RedfishClient client, ComputerSystem system) {
    var settings =
        system
            .settings()
            .flatMap(path -> client.findIfShown(path, ComputerSystem.class))
            .flatMap(found -> found.resource().boot());
    return new BootState(system.boot(), settings);
  }

  /** As it will be, with what is to change at the next start. */
  Optional<Boot> next() {
    return settings.map(boot -> system.map(boot::or).orElse(boot)).or(() -> system);
  }

  /** Whether {@code condition} holds for one of them. */
  boolean any(Predicate<Boot> condition) {
    return Stream.of(system, settings).flatMap(Optional::stream).anyMatch(condition);
  }

  /** Whether the member {@code name} is changed in the settings resource. */
  boolean isSetting(String name) {
    return settings.map(boot -> boot.has(name)).orElse(false);
  }
}
