package dev.assay.simulator.machine;

import java.util.Arrays;
import java.util.Optional;

/**
 * The device that the machine boots from next, in the terms of DSP0268, ComputerSystem.Boot.
 *
 * @param target ignored while disabled
 */
public record BootOverride(Target target, Enabled enabled, Mode mode) {
  /** The initial state of a machine: no override. */
  public static final BootOverride NONE =
      new BootOverride(Target.NONE, Enabled.DISABLED, Mode.UEFI);

  /** Network boot, once or permanently. */
  public static BootOverride pxe(Enabled enabled) {
    return new BootOverride(Target.PXE, enabled, Mode.UEFI);
  }

  boolean active() {
    return enabled != Enabled.DISABLED && target != Target.NONE;
  }

  /** The override after one boot: cleared if it was for one boot only. */
  BootOverride used() {
    return enabled == Enabled.ONCE ? new BootOverride(Target.NONE, Enabled.DISABLED, mode) : this;
  }

  /** BootSourceOverrideTarget. */
  public enum Target {
    NONE("None"),
    PXE("Pxe"),
    HDD("Hdd"),
    CD("Cd"),
    USB_CD("UsbCd"),
    USB("Usb"),
    BIOS_SETUP("BiosSetup"),
    UEFI_HTTP("UefiHttp");

    private final String redfish;

    Target(String redfish) {
      this.redfish = redfish;
    }

    public String redfish() {
      return redfish;
    }

    public static Optional<Target> ofRedfish(String value) {
      return Arrays.stream(values()).filter(target -> target.redfish.equals(value)).findFirst();
    }
  }

  /** BootSourceOverrideEnabled. */
  public enum Enabled {
    DISABLED("Disabled"),
    ONCE("Once"),
    CONTINUOUS("Continuous");

    private final String redfish;

    Enabled(String redfish) {
      this.redfish = redfish;
    }

    public String redfish() {
      return redfish;
    }

    public static Optional<Enabled> ofRedfish(String value) {
      return Arrays.stream(values()).filter(enabled -> enabled.redfish.equals(value)).findFirst();
    }
  }

  /** BootSourceOverrideMode. */
  public enum Mode {
    UEFI("UEFI"),
    LEGACY("Legacy");

    private final String redfish;

    Mode(String redfish) {
      this.redfish = redfish;
    }

    public String redfish() {
      return redfish;
    }

    public static Optional<Mode> ofRedfish(String value) {
      return Arrays.stream(values()).filter(mode -> mode.redfish.equals(value)).findFirst();
    }
  }
}
