package dev.assay.conductor.reapply;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How fast the stored data of many nodes are processed again. Own options. */
@ConfigMapping(prefix = "assay.reapply")
interface ReapplyConfig {
  /** How many inspections are begun in a second, at least 1. */
  @WithDefault("100")
  int rate();

  /**
   * How many inspections are under way at once, at least 1: callbacks of machines that boot wait
   * behind them.
   */
  @WithDefault("200")
  int maxRunning();
}
