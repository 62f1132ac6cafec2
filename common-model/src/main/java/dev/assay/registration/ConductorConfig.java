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
   * Serves only nodes of this conductor group; empty for nodes without a group. Together with the
   * name of any driver it may have at most 232 bytes.
   */
  @WithDefault("")
  Optional<String> conductorGroup();

  /**
   * The drivers to offer, of those built in or plugged in; ipmi needs the program ipmitool. Ironic:
   * [DEFAULT]enabled_hardware_types.
   */
  @WithDefault("redfish,idrac,ipmi,manual-management,fake-hardware")
  List<String> enabledHardwareTypes();

  /** How often a conductor sends a heartbeat; keep it well below the timeout. */
  @WithDefault("1s")
  Duration heartbeatInterval();

  /**
   * A conductor that sends no heartbeat for so long counts as dead and its nodes are taken over.
   */
  @WithDefault("5s")
  Duration heartbeatTimeout();

  /**
   * For so long after its last heartbeat a conductor that was stopped or died is expected back:
   * orders for the nodes that it serves are accepted and wait for it, or for another one. Then they
   * are refused. 0 to a day. The same for APIs and conductors. Own option.
   */
  @WithDefault("10m")
  Duration restartGrace();

  /**
   * Commands that run at once for each driver (in the all-in-one for all drivers together), without
   * starts of inspections; the rest waits at the broker. 1 to 65535. Own option.
   */
  @WithDefault("200")
  int workers();

  /**
   * Inspections being started at once for each driver (in the all-in-one for all drivers together),
   * each from when the conductor takes it up to the machine's power-on. 1 to 65535. Own option.
   */
  @WithDefault("50")
  int maxConcurrentStarts();

  /**
   * A command that failed so often although the database worked, with less than an hour between two
   * failures, is kept as a dead letter instead of being tried again every second; 1 to 65535. Own
   * option.
   */
  @WithDefault("20")
  int deliveryLimit();

  /** How long a command waits before it is retried when another holds its node; 100ms to 10m. */
  @WithDefault("1s")
  Duration nodeLockedRetryInterval();

  /**
   * How long an ordered operation (start, processing or abort of an inspection, verifying,
   * cleaning, power change) may wait for a conductor before it fails, with that reason. The time
   * limits of the work itself begin when a conductor takes it up. At least a minute. Own option.
   */
  @WithDefault("6h")
  Duration queueTimeout();

  /**
   * A command is sent again when no conductor works on its node and nothing was heard of it for so
   * long; 100ms to a day, doubled each time it is sent again. Own option.
   */
  @WithDefault("30s")
  Duration reorderAfter();

  /**
   * Longest time from when a conductor takes up an inspection to the machine's power-on; 1s to 25m.
   * Own option.
   */
  @WithDefault("10m")
  Duration inspectStartTimeout();

  /** Longest time from power-on to the ramdisk's data; 1s to 365d, or 0 for no limit. */
  @WithDefault("30m")
  Duration inspectWaitTimeout();

  /**
   * Longest time from when a conductor takes up the data to the end of hooks and rules; 1s to 25m.
   * Own option.
   */
  @WithDefault("10m")
  Duration inspectionProcessingTimeout();

  /** How often conductors look for work past its deadline and for lost commands. */
  @WithDefault("5s")
  Duration checkProvisionStateInterval();

  /** Longest time for a power change; 1s to 12m, as an inspection may need two of them. */
  @WithDefault("60s")
  Duration powerStateChangeTimeout();

  /** Longest time for a soft power change; 1s to 25m. */
  @WithDefault("10m")
  Duration softPowerOffTimeout();

  /**
   * Shortest time between two machines that the conductors together power on for inspections, to
   * protect power supply, DHCP and TFTP; 0 for none, up to 60s. HA seed: [ha]reboot_throttle,
   * inspector: introspection_delay.
   */
  @WithDefault("0s")
  Duration rebootThrottle();

  /**
   * How often the power state of each node is read from its BMC, except in enroll and in
   * maintenance; 0 for never.
   */
  @WithDefault("120s")
  Duration syncPowerStateInterval();

  /** How many BMCs each conductor asks at once for that; 1 or more. */
  @WithDefault("64")
  int syncPowerStateWorkers();

  /**
   * A node whose power state could not be read more often than this in a row enters maintenance
   * with fault `power failure`; 0 or more.
   */
  @WithDefault("3")
  int powerStateSyncMaxRetries();

  /**
   * How often the BMC of a node with that fault is asked again. When it answers, the node leaves
   * maintenance. 0 for never: somebody has to end the maintenance.
   */
  @WithDefault("5m")
  Duration powerFailureRecoveryInterval();

  /**
   * Whether a machine in manageable or available that somebody else switched on or off is changed
   * back to the recorded power state; otherwise the new state is recorded. Ironic's default is
   * true.
   */
  @WithDefault("false")
  boolean forcePowerStateDuringSync();

  /** Whether nodes in maintenance may be inspected and managed. */
  @WithDefault("true")
  boolean allowProvisioningInMaintenance();

  /** Whether available nodes may be deleted. */
  @WithDefault("true")
  boolean allowDeletingAvailableNodes();

  /**
   * How long a stopping conductor may take to finish work in progress, up to 25m. TimeoutStopSec of
   * the systemd unit (90s) must be 30s longer, or systemd kills it before: raise it, too, with
   * `systemctl edit assay-conductor`, for the all-in-one `systemctl edit assay`.
   */
  @WithDefault("60s")
  Duration gracefulShutdownTimeout();
}
