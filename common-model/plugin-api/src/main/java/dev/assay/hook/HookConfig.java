package dev.assay.hook;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which hooks run on the data that a ramdisk sent, and their options. Names as in Ironic's
 * [inspector].
 */
@ConfigMapping(prefix = "assay.inspector")
@Unremovable // a service that reads half of the prefix must not reject the other half
public interface HookConfig {
  /** What {@code $default_hooks} stands for in {@code hooks}. */
  @WithDefault("ramdisk-error,validate-interfaces,ports,architecture")
  List<String> defaultHooks();

  /** The hooks to run, in order. */
  @WithDefault("$default_hooks")
  List<String> hooks();

  /**
   * Time limit for each of the two parts of a hook, and for each inspection rule; the inspection
   * fails when it is exceeded, and names the hook or rule. Own option.
   */
  @WithDefault("5s")
  Duration hookTimeout();

  /**
   * Options of hooks that are plug-ins: {@code assay.inspector.hook-options.HOOK.OPTION=value}. Own
   * option.
   */
  Map<String, Map<String, String>> hookOptions();

  /** Which interfaces become ports: {@code all}, {@code active}, {@code pxe}, {@code disabled}. */
  @WithDefault("pxe")
  PortPolicy.Add addPorts();

  /** Which existing ports stay: {@code all}, {@code present}, {@code added}. */
  @WithDefault("all")
  PortPolicy.Keep keepPorts();

  /** Set pxe_enabled on every port to whether the machine booted from it. */
  @WithDefault("true")
  boolean updatePxeEnabled();

  /**
   * Maps CPU flags to capabilities, {@code flag:capability} each; hook cpu-capabilities sets the
   * capabilities whose flag the CPU has to true, in this order.
   */
  @WithDefault(
      "vmx:cpu_vt,svm:cpu_vt,aes:cpu_aes,pse:cpu_hugepages,pdpe1gb:cpu_hugepages_1g,smx:cpu_txt")
  List<String> cpuCapabilities();

  /** YAML file of the devices that hook accelerators knows; the built-in list when not set. */
  Optional<Path> knownAccelerators();

  /**
   * PCI devices that hook pci-devices counts: for each a JSON object with vendor_id, product_id and
   * name, separated by commas.
   */
  Optional<List<String>> pciDeviceAlias();

  /**
   * Subnets and their physical networks for hook physical-network, {@code CIDR:name} each; the
   * first one that contains an address of the interface is used.
   */
  Optional<List<String>> physicalNetworkCidrMap();

  /** Makes hook extra-hardware accept only records of exactly four members. */
  @WithDefault("false")
  boolean extraHardwareStrict();

  /**
   * Makes hook parse-lldp also read LLDP-MED, under keys that begin with {@code switch_med_}. Own
   * option.
   */
  @WithDefault("false")
  boolean lldpMed();

  /**
   * GiB that hook root-device subtracts from local_gb for partitioning; {@code true} is 1 and
   * {@code false} is 0.
   */
  @WithDefault("true")
  String diskPartitioningSpacing();
}
