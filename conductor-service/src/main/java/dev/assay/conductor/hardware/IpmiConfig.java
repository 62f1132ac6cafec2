package dev.assay.conductor.hardware;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How driver ipmi runs ipmitool. */
@ConfigMapping(prefix = "assay.ipmi")
public interface IpmiConfig {
  /** The program to run: a name, which is looked for in PATH, or an absolute path. Own option. */
  @WithDefault("ipmitool")
  String program();

  /**
   * Time limit for one run of ipmitool, which is killed when it takes longer; at least one second.
   * A BMC that does not answer is given up after about 20 s. Own option.
   */
  @WithDefault("30s")
  Duration commandTimeout();

  /**
   * Shortest time between two commands to one BMC; 0s to 1m. Some BMCs stop answering when they are
   * asked faster; Ironic waits 5s. Ironic: [ipmi]min_command_interval.
   */
  @WithDefault("1s")
  Duration minCommandInterval();
}
