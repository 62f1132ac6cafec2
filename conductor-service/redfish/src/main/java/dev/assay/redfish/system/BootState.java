package dev.assay.redfish.system;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;
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
 * @param settings that of its settings resource; empty when it has none that can be read
 */
record BootState(Optional<Boot> system, Optional<Boot> settings) {
  static BootState of(RedfishClient client, ComputerSystem system) {
    return new BootState(system.boot(), system.settings().flatMap(path -> settings(client, path)));
  }

  private static Optional<Boot> settings(RedfishClient client, String path) {
    try {
      return client.find(path, ComputerSystem.class).flatMap(found -> found.resource().boot());
    } catch (HardwareFailure e) {
      if (e.code() == ErrorCode.BMC_ANSWER_UNUSABLE || e.code() == ErrorCode.BMC_REFUSED) {
        return Optional.empty(); // then it is as with BMCs that have none
      }
      throw e;
    }
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
