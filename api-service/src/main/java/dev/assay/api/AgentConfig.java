package dev.assay.api;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Requirements on the agent in the ramdisk. Names as in Ironic's [agent]. */
@ConfigMapping(prefix = "assay.agent")
public interface AgentConfig {
  /** Refuse heartbeats of agents that do not serve HTTPS. */
  @WithDefault("true")
  boolean requireTls();
}
