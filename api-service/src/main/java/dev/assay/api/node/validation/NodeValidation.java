package dev.assay.api.node.validation;

import dev.assay.boot.BootConfig;
import dev.assay.boot.BootImages;
import dev.assay.boot.BootMethod;
import dev.assay.boot.BootUrls;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.inspection.InspectorConfig;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether the interfaces of a node can work as it is configured. Source: spec api.md 9.9.
 */
@ApplicationScoped
public class NodeValidation {
  /** The interfaces that talk to the BMC. */
  private static final Set<InterfaceType> REACH_THE_BMC =
      EnumSet.of(
          InterfaceType.BOOT, InterfaceType.INSPECT, InterfaceType.MANAGEMENT, InterfaceType.POWER);

  /** Valid deploy interfaces: they deploy nothing, and this service cannot deploy. */
  private static final Set<String> DEPLOY_NOTHING = Set.of("noop", "fake");

  private final InspectorConfig config;
  private final BootConfig boot;

  NodeValidation(InspectorConfig config, BootConfig boot) {
    this.config = config;
    this.boot = boot;
  }

  /** Why the interface of {@code type} cannot work; empty when no problem is found. */
  public Optional<AssayException> unusable(
      Node node, DriverDescription driver, InterfaceType type) {
    var chosen = node.attributes().chosen(type);
    if (chosen.equals("no-" + type.wire())) {
      return Optional.of(unsupported(node, type.wire()));
    }
    if (REACH_THE_BMC.contains(type)) {
      var unusable = node.attributes().unusableDriverInfo(driver);
      if (unusable.isPresent()) {
        return unusable.map(NodeValidation::invalid);
      }
    }
    return switch (type) {
      case BOOT -> missingImage(node);
      case INSPECT ->
          chosen.equals("agent")
              ? unmanagedBoot(node, driver).or(() -> missingImage(node))
              : Optional.empty();
      case DEPLOY ->
          DEPLOY_NOTHING.contains(chosen)
              ? Optional.empty()
              : Optional.of(invalid("deploy is not supported by this service"));
      default -> Optional.empty();
    };
  }

  /** What an interface that can work does not do, although its name may say so. */
  public Optional<String> remark(Node node, InterfaceType type) {
    var chosen = node.attributes().chosen(type);
    return switch (type) {
      case FIRMWARE -> Optional.of("This service shows the versions of firmware and updates none.");
      case BIOS, CONSOLE, RAID, RESCUE ->
          Optional.of(
              "The %s %s is accepted and does nothing: %s is not supported by this service."
                  .formatted(type.field(), chosen, type.wire()));
      case POWER ->
          remark(chosen.equals("agent"), "This service does not switch the node: do it by hand.");
      case MANAGEMENT ->
          remark(chosen.equals("noop"), "This service does not set the node's boot device.");
      case BOOT, DEPLOY, INSPECT, NETWORK, STORAGE, VENDOR -> Optional.empty();
    };
  }

  private static Optional<String> remark(boolean holds, String sentence) {
    return holds ? Optional.of(sentence) : Optional.empty();
  }

  private Optional<AssayException> unmanagedBoot(Node node, DriverDescription driver) {
    var boot = node.attributes().chosen(InterfaceType.BOOT);
    if (!config.requireManagedBoot() || driver.managedBoot().contains(boot)) {
      return Optional.empty();
    }
    return Optional.of(
        invalid(
            "Node %s cannot be booted for inspection with the boot_interface %s; %s"
                .formatted(node.uuid(), boot, otherBoot(driver))));
  }

  /** Why Assay cannot serve the image that the node boots. */
  private Optional<AssayException> missingImage(Node node) {
    var chosen = node.attributes().chosen(InterfaceType.BOOT);
    if (!BootMethod.of(chosen).needsImage()) {
      return Optional.empty();
    }
    var driverInfo = node.attributes().driverInfo();
    try {
      if (BootImages.of(driverInfo, boot).isEmpty()) {
        return missing(
            node,
            chosen,
            "deploy_kernel and deploy_ramdisk, or deploy_iso, in driver_info; or for all nodes"
                + " assay.boot.deploy-kernel and deploy-ramdisk, or deploy-iso");
      }
      if (BootUrls.root(boot).isEmpty()) {
        return missing(
            node, chosen, "assay.boot.url, the address of this API as BMCs and machines reach it");
      }
      return Optional.empty();
    } catch (AssayException e) {
      return Optional.of(e);
    }
  }

  private static Optional<AssayException> missing(Node node, String bootInterface, String what) {
    return Optional.of(
        invalid(
            "Node %s cannot boot the ramdisk with the boot_interface %s: set %s."
                .formatted(node.uuid(), bootInterface, what)));
  }

  private static String otherBoot(DriverDescription driver) {
    var unmanaged = "set assay.inspector.require-managed-boot=false and let your network boot it.";
    return driver.managedBoot().isEmpty()
        ? "driver %s has none with which it can: %s".formatted(driver.name(), unmanaged)
        : "choose one of %s, or %s"
            .formatted(
                String.join(", ", driver.managedBoot().stream().sorted().toList()), unmanaged);
  }

  /** The error for a function that is disabled for the node, or not implemented by its driver. */
  public static AssayException unsupported(Node node, String function) {
    return new AssayException(
        ErrorCode.UNSUPPORTED,
        "Driver %s does not support %s (disabled or not implemented)."
            .formatted(node.attributes().driver(), function));
  }

  private static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }
}
