package dev.assay.discovery;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/**
 * Auto-discovery: creates nodes for machines that nobody enrolled. Use the same values for every
 * process of a site. Names as in Ironic's [auto_discovery].
 */
@ConfigMapping(prefix = "assay.auto-discovery")
public interface AutoDiscoveryConfig {
  /** Create a node for every unknown machine whose ramdisk posts its data. */
  @WithDefault("false")
  boolean enabled();

  /**
   * The driver of these nodes; needed when enabled, and to replay unmatched data into discovery.
   */
  Optional<String> driver();

  /**
   * Approximately how many of these nodes may be in enroll at a time; 0 for any number. Above the
   * limit no nodes are created for unknown machines until some are managed or deleted. Own option.
   */
  @WithDefault("1000")
  int maxWaiting();

  /** Value of property inspection_scope of these nodes, which selects the rules for them. */
  Optional<String> inspectionScope();
}
