package dev.assay.conductor.hardware;

import java.nio.file.Path;
import java.time.Duration;

/** Options of driver redfish. */
record RedfishSettings(Path caFolder, Duration requestTimeout) implements RedfishConfig {
  static final RedfishSettings DEFAULT =
      new RedfishSettings(Path.of("/etc/assay/ca"), Duration.ofSeconds(30));
}
