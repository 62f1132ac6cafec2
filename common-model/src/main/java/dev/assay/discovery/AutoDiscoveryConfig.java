package dev.assay.discovery;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/**
 * Nodes for machines that nobody enrolled. The same for every process of a site. Names as in
 * Ironic's [auto_discovery].
 */
@ConfigMapping(prefix = "assay.auto-discovery")
public interface AutoDiscoveryConfig {
  /** Make a node of every unknown machine whose ramdisk posts its data. */
  @WithDefault("false")
  boolean enabled();

  /** The driver of these nodes; needed when enabled. */
  Optional<String> driver();

  /**
   * How many of these nodes may be in enroll at a time, about; 0 for any number. Beyond it unknown
   * machines stay unknown until nodes are managed or deleted. Own option.
   */
  @WithDefault("1000")
  int maxWaiting();

  /** What these nodes get as property inspection_scope, which chooses the rules for them. */
  Optional<String> inspectionScope();
}
