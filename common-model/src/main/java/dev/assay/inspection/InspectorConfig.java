package dev.assay.inspection;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** How machines are inspected. Names as in Ironic's [inspector]. */
@ConfigMapping(prefix = "assay.inspector")
@Unremovable // a service that reads half of the prefix must not reject the other half
public interface InspectorConfig {
  /** Refuse to inspect nodes that the service cannot boot by itself. */
  @WithDefault("true")
  boolean requireManagedBoot();

  /**
   * Create ports for the network interfaces that the BMC reports before a ramdisk is booted,
   * whatever add-ports says; existing ports with such an address stay unchanged.
   */
  @WithDefault("true")
  boolean preCreatePorts();

  /** Power machines off after inspection; those of nodes with disable_power_off are rebooted. */
  @WithDefault("true")
  boolean powerOff();

  /**
   * Kernel parameters for every ramdisk that Assay boots with an image or an iPXE script of its
   * own, such as {@code ipa-inspection-collectors=default,logs,lldp}.
   */
  Optional<String> extraKernelParams();

  /** Have the ramdisk collect LLDP as older ramdisks need it: adds ipa-collect-lldp=1. */
  @WithDefault("false")
  boolean forceDhcp();

  /**
   * What to do with an inspection whose conductor died while processing it: resume or fail. Own
   * option.
   */
  @WithDefault("resume")
  Interrupted interrupted();

  /** See {@link #interrupted}. */
  enum Interrupted {
    /** Another conductor processes it again; nothing was changed yet. */
    RESUME,
    /** It fails, for the operator to decide. */
    FAIL
  }
}
