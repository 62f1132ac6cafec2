package dev.assay.registration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How conductors work, and the limits of what they do. Names as in Ironic's [conductor]. */
@ConfigMapping(prefix = "assay.conductor")
public interface ConductorConfig {
  /**
   * The conductor's name in the API; the host's name when not given. Unique in a deployment.
   * Ironic: [DEFAULT]host.
   */
  Optional<String> host();

  /** The address to listen at for health and metrics. Own option. */
  @WithDefault("0.0.0.0")
  String httpHost();

  /** Where the conductor answers health and metrics. Own option. */
  @WithDefault("8088")
  int port();

  /**
   * Serves only nodes of this conductor group; empty for those of none. With the name of any driver
   * it has 232 bytes at most.
   */
  @WithDefault("")
  Optional<String> conductorGroup();

  /**
   * The drivers to offer, of those built in or plugged in. Ironic: [DEFAULT]enabled_hardware_types.
   */
  @WithDefault("redfish,fake-hardware")
  List<String> enabledHardwareTypes();

  /** How often a conductor says that it is alive; well below the time-out. */
  @WithDefault("1s")
  Duration heartbeatInterval();

  /** After this silence a conductor counts as dead and its nodes are taken over. */
  @WithDefault("5s")
  Duration heartbeatTimeout();

  /**
   * Commands worked on at once for each driver (in the all-in-one for all drivers together), starts
   * of inspections aside; the rest waits at the broker. 1 to 65535. Own option.
   */
  @WithDefault("200")
  int workers();

  /**
   * Inspections being started at once for each driver (in the all-in-one for all drivers together),
   * each from when the conductor takes it up to the machine's power-on. 1 to 65535. Own option.
   */
  @WithDefault("50")
  int maxConcurrentStarts();

  /** How long a command waits when another holds its node, 100ms to 10m. */
  @WithDefault("1s")
  Duration nodeLockedRetryInterval();

  /**
   * How long what was ordered (an inspection's start, processing or abort, verifying, cleaning, a
   * change of power) may wait for a conductor; then it fails, with that reason. The time limits of
   * the work itself begin when a conductor takes it up. At least a minute. Own option.
   */
  @WithDefault("6h")
  Duration queueTimeout();

  /**
   * A command is sent again when no conductor works on its node and nothing was heard of it for so
   * long, 100ms to a day; twice as long each further time. Own option.
   */
  @WithDefault("30s")
  Duration reorderAfter();

  /**
   * From when a conductor takes up an inspection to the machine's power-on, at most; 1s to 25m. Own
   * option.
   */
  @WithDefault("10m")
  Duration inspectStartTimeout();

  /** From power-on to the ramdisk's data, at most; 1s to 365d, or 0 for no limit. */
  @WithDefault("30m")
  Duration inspectWaitTimeout();

  /**
   * From when a conductor takes up the data to the end of hooks and rules, at most; 1s to 25m. Own
   * option.
   */
  @WithDefault("10m")
  Duration inspectionProcessingTimeout();

  /** How often work past its deadline is looked for, and commands that got lost. */
  @WithDefault("5s")
  Duration checkProvisionStateInterval();

  /** For a change of power, at most; 1s to 12m, as an inspection may need two of them. */
  @WithDefault("60s")
  Duration powerStateChangeTimeout();

  /** For a soft change of power, at most; 1s to 25m. */
  @WithDefault("10m")
  Duration softPowerOffTimeout();

  /** May nodes in maintenance be inspected and managed? */
  @WithDefault("true")
  boolean allowProvisioningInMaintenance();

  /** May available nodes be deleted? */
  @WithDefault("true")
  boolean allowDeletingAvailableNodes();

  /** How long a stopping conductor finishes what it has begun, up to 25m. */
  @WithDefault("60s")
  Duration gracefulShutdownTimeout();
}
