package dev.assay.conductor.hardware;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;

/** How driver redfish reaches BMCs. */
@ConfigMapping(prefix = "assay.redfish")
public interface RedfishConfig {
  /**
   * The folder on conductors that holds the certificates of authorities; an absolute path. {@code
   * redfish_verify_ca} of a node can name files and folders below it, and no others. Own option.
   */
  @WithDefault("/etc/assay/ca")
  Path caFolder();

  /**
   * Time limit for one request to a BMC, from the connection to the last byte of the response; at
   * least one second. Slow BMCs need tens of seconds for some requests. Own option.
   */
  @WithDefault("30s")
  Duration requestTimeout();
}
