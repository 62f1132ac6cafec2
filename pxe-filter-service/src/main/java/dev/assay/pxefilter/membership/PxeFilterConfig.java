package dev.assay.pxefilter.membership;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** The PXE filter process. */
@ConfigMapping(prefix = "assay.pxe-filter")
public interface PxeFilterConfig {
  /** The filter's name; the host's name when not given. */
  Optional<String> host();

  /** The address to listen at for health and metrics. */
  @WithDefault("0.0.0.0")
  String httpHost();

  /** The port for health and metrics. */
  @WithDefault("8089")
  int port();

  /** How often a filter renews its registration. */
  @WithDefault("2s")
  Duration heartbeatInterval();

  /** A filter that has not renewed its registration for this long counts as dead. */
  @WithDefault("10s")
  Duration heartbeatTimeout();
}
