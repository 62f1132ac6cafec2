package dev.assay.conductor.inspection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;

/** What is done with the logs that a ramdisk sends with its data. */
@ConfigMapping(prefix = "assay.ramdisk-logs")
public interface RamdiskLogsConfig {
  /**
   * When the logs are kept: {@code always}, {@code on-failure}, {@code never}. Ironic:
   * [agent]deploy_logs_collect.
   */
  @WithDefault("on-failure")
  Collect collect();

  /**
   * The folder for the files, on the conductor that processed the data; in the all-in-one process
   * the default is ramdisk-logs in its data folder. Ironic: [agent]deploy_logs_local_path.
   */
  @WithDefault("/var/log/assay/ramdisk")
  Path folder();

  /** See {@link #collect}. */
  enum Collect {
    /** Those of every inspection. */
    ALWAYS,
    /** Those of inspections that failed while their data were processed. */
    ON_FAILURE,
    /** None. */
    NEVER
  }
}
