package dev.assay.conductor.hardware;

import java.time.Duration;

/** Options of driver ipmi. */
record IpmiSettings(String program, Duration commandTimeout, Duration minCommandInterval)
    implements IpmiConfig {
  static final IpmiSettings DEFAULT =
      new IpmiSettings("ipmitool", Duration.ofSeconds(30), Duration.ofSeconds(1));
}
