package dev.assay.redfish.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.redfish.client.RedfishResource;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Maps boot devices and boot modes to the names of Redfish, where choosing one is a boot source
 * override. Source: DSP0268, ComputerSystem.Boot.
 */
public final class BootSource {
  /** The virtual CD of some makers, a CD as others. */
  static final String USB_CD = "UsbCd";

  private static final String ONCE = "Once";
  private static final String CONTINUOUS = "Continuous";

  private BootSource() {}

  /** BootSourceOverrideTarget; empty when Redfish has no such source. */
  static Optional<String> target(BootDevice device) {
    return switch (device) {
      case PXE -> Optional.of("Pxe");
      case DISK -> Optional.of("Hdd");
      case CDROM -> Optional.of("Cd");
      case BIOS -> Optional.of("BiosSetup");
      case FLOPPY -> Optional.of("Floppy");
      case UEFIHTTP -> Optional.of("UefiHttp");
      case SAFE, WANBOOT, ISCSIBOOT -> Optional.empty();
    };
  }

  /** The devices that Redfish supports. */
  public static List<BootDevice> devices() {
    return Arrays.stream(BootDevice.values()).filter(device -> target(device).isPresent()).toList();
  }

  /** The body of a PATCH of the system, with {@code boot} as its member Boot. */
  static JsonNode patch(ObjectNode boot) {
    var body = JsonNodeFactory.instance.objectNode();
    body.set("Boot", boot);
    return body;
  }

  /** The member Boot that chooses a source. */
  static ObjectNode override(String target, boolean persistent) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("BootSourceOverrideTarget", target)
        .put("BootSourceOverrideEnabled", persistent ? CONTINUOUS : ONCE);
  }

  /** The member Boot that boots {@code image} once, by UEFI. */
  static ObjectNode urlOverride(String target, URI image) {
    return override(target, false)
        .put("BootSourceOverrideMode", "UEFI")
        .put("HttpBootUri", image.toString());
  }

  /** BootSourceOverrideMode. */
  static String mode(BootMode mode) {
    return switch (mode) {
      case UEFI -> "UEFI";
      case BIOS -> "Legacy";
    };
  }

  /** The mode with that name; empty when Redfish has it and Assay does not. */
  public static Optional<BootMode> mode(String name) {
    return Arrays.stream(BootMode.values()).filter(mode -> mode(mode).equals(name)).findFirst();
  }

  /** The member Boot that changes the mode: with the override as it is, which some BMCs want. */
  static ObjectNode modeChange(String mode, Optional<RedfishResource.Boot> now) {
    var change = JsonNodeFactory.instance.objectNode().put("BootSourceOverrideMode", mode);
    now.map(RedfishResource.Boot::overrideTarget)
        .ifPresent(target -> change.put("BootSourceOverrideTarget", target));
    now.map(RedfishResource.Boot::overrideEnabled)
        .ifPresent(enabled -> change.put("BootSourceOverrideEnabled", enabled));
    return change;
  }

  /** The member Boot that cancels any override. */
  static ObjectNode noOverride() {
    return JsonNodeFactory.instance.objectNode().put("BootSourceOverrideEnabled", "Disabled");
  }

  /** Whether an override waits for the next boot. */
  static boolean once(RedfishResource.Boot boot) {
    return ONCE.equals(boot.overrideEnabled());
  }

  /**
   * The boot device that the system reports. Its target may be set while no override is enabled.
   */
  public static BootChoice choice(RedfishResource.Boot boot) {
    var persistent = CONTINUOUS.equals(boot.overrideEnabled());
    if (!persistent && !ONCE.equals(boot.overrideEnabled())) {
      return BootChoice.NONE;
    }
    var target = USB_CD.equals(boot.overrideTarget()) ? "Cd" : boot.overrideTarget();
    return devices().stream()
        .filter(device -> target(device).equals(Optional.ofNullable(target)))
        .findFirst()
        .map(device -> new BootChoice(device, persistent))
        .orElse(BootChoice.NONE);
  }
}
