package dev.assay.conductor;

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

  /** Where the conductor answers health and metrics. Own option. */
  @WithDefault("8088")
  int port();

  /** Serves only nodes of this conductor group; empty for those of none. */
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
   * Commands worked on at once for each driver, starts of inspections aside; the rest waits at the
   * broker. 1 to 65535. Own option.
   */
  @WithDefault("200")
  int workers();

  /**
   * Inspections being started at once for each driver, from the order to the machine's power-on. 1
   * to 65535. Own option.
   */
  @WithDefault("50")
  int maxConcurrentStarts();

  /** How long a command waits when another holds its node. */
  @WithDefault("1s")
  Duration nodeLockedRetryInterval();

  /** From the order of an inspection to the machine's power-on, at most. Own option. */
  @WithDefault("10m")
  Duration inspectStartTimeout();

  /** From power-on to the ramdisk's data, at most; 0 for no limit. */
  @WithDefault("30m")
  Duration inspectWaitTimeout();

  /** For hooks and rules, at most. Own option. */
  @WithDefault("10m")
  Duration inspectionProcessingTimeout();

  /** How often stages past their deadline are looked for. */
  @WithDefault("5s")
  Duration checkProvisionStateInterval();

  /** For a change of power, at most. */
  @WithDefault("60s")
  Duration powerStateChangeTimeout();

  /** For a soft change of power, at most. */
  @WithDefault("10m")
  Duration softPowerOffTimeout();

  /** May nodes in maintenance be inspected and managed? */
  @WithDefault("true")
  boolean allowProvisioningInMaintenance();

  /** May available nodes be deleted? */
  @WithDefault("true")
  boolean allowDeletingAvailableNodes();

  /** How long a stopping conductor finishes what it has begun. */
  @WithDefault("60s")
  Duration gracefulShutdownTimeout();
}
