package dev.assay.conductor.hardware.ipmi;

import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Maps boot devices to the words of ipmitool, and to the boot flags that a BMC reports. Source:
 * IPMI v2.0 28.13, parameter 5.
 */
final class BootFlags {
  private static final int VALID = 0x80;
  private static final int PERSISTENT = 0x40;

  private BootFlags() {}

  /** The word for {@code chassis bootdev}; empty when IPMI has no such device. */
  static Optional<String> word(BootDevice device) {
    return switch (device) {
      case PXE, DISK, CDROM, BIOS, SAFE -> Optional.of(device.wire());
      case WANBOOT, ISCSIBOOT, FLOPPY, UEFIHTTP -> Optional.empty();
    };
  }

  /** The devices that can be chosen by IPMI. */
  static List<BootDevice> devices() {
    return Arrays.stream(BootDevice.values()).filter(device -> word(device).isPresent()).toList();
  }

  /**
   * The boot device in {@code data}, the parameter's bytes in hexadecimal digits. A BMC clears the
   * first bit when the flags are used up, and leaves the rest as it was.
   */
  static BootChoice choice(String data) {
    var bytes = bytes(data);
    var device = valid(bytes) ? device(bytes[1]) : Optional.<BootDevice>empty();
    return device.map(chosen -> new BootChoice(chosen, persistent(bytes))).orElse(BootChoice.NONE);
  }

  /** Whether {@code data} is valid for the next boot only, whatever it says about that. */
  static boolean once(String data) {
    var bytes = bytes(data);
    return valid(bytes) && !persistent(bytes);
  }

  private static byte[] bytes(String data) {
    return data.length() % 2 == 0 ? HexFormat.of().parseHex(data) : new byte[0];
  }

  private static boolean valid(byte[] bytes) {
    return bytes.length > 1 && (bytes[0] & VALID) != 0;
  }

  private static boolean persistent(byte[] bytes) {
    return (bytes[0] & PERSISTENT) != 0;
  }

  /** A device at the BMC counts as one in the machine. */
  private static Optional<BootDevice> device(byte flags) {
    return switch (flags >> 2 & 0xf) {
      case 1 -> Optional.of(BootDevice.PXE);
      case 2, 0xb -> Optional.of(BootDevice.DISK);
      case 3 -> Optional.of(BootDevice.SAFE);
      case 5, 8 -> Optional.of(BootDevice.CDROM);
      case 6 -> Optional.of(BootDevice.BIOS);
      case 7, 0xf -> Optional.of(BootDevice.FLOPPY);
      default -> Optional.empty();
    };
  }
}
