package dev.assay.conductor.hardware.ipmi;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.ValueShape;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Address, login and options of one BMC, read from driver_info; its text form has no secrets.
 *
 * @param address as ipmitool takes it, without brackets
 * @param password empty for the empty one
 * @param kgKey in hexadecimal digits
 * @param options of ipmitool, without secrets: nothing of them can be taken for another option
 */
record IpmiAccess(
    String address,
    int port,
    String password,
    Optional<String> kgKey,
    List<String> options,
    BootMode bootMode,
    boolean keepsBootDevice) {
  private static final Set<String> NO = Set.of("false", "0", "no", "off");

  /** The values of ipmi_boot_mode. */
  enum BootMode {
    UEFI,
    BIOS
  }

  IpmiAccess {
    options = List.copyOf(options);
  }

  /** Reads driver_info; throws HardwareFailure with INVALID_PARAMETER. */
  static IpmiAccess of(Bmc bmc) {
    IpmiDescription.DESCRIPTION
        .invalid(bmc.driverInfo())
        .ifPresent(
            unusable -> {
              throw refused(unusable);
            });
    var second = !bmc.get("ipmi_protocol_version").orElse("2.0").equals("1.5");
    return new IpmiAccess(
        address(bmc),
        ValueShape.Whole.parse(bmc.get("ipmi_port").orElse("623")),
        password(
            bmc, second ? IpmiDescription.LONGEST_PASSWORD : IpmiDescription.LONGEST_PASSWORD_1_5),
        second ? bmc.get("ipmi_hex_kg_key") : Optional.empty(),
        new IpmiOptions(bmc).list(second),
        bmc.get("ipmi_boot_mode").filter("bios"::equalsIgnoreCase).isPresent()
            ? BootMode.BIOS
            : BootMode.UEFI,
        !NO.contains(bmc.get("ipmi_disable_boot_timeout").orElse("").toLowerCase(Locale.ROOT)));
  }

  /** The address without brackets. */
  static String address(Bmc bmc) {
    return bmc.get("ipmi_address")
        .map(text -> text.startsWith("[") ? text.substring(1, text.length() - 1) : text)
        .orElseThrow(() -> new IllegalStateException("ipmi_address is required"));
  }

  /** The password as it is: leading and trailing blanks belong to it. */
  private static String password(Bmc bmc, int most) {
    var password = bmc.driverInfo().path("ipmi_password").asText("");
    new ValueShape.Line(most)
        .problem(password)
        .ifPresent(
            problem -> {
              throw refused("ipmi_password in driver_info " + problem + ".");
            });
    return password;
  }

  /** The error for a driver_info that cannot be used. */
  static HardwareFailure refused(String sentence) {
    return new HardwareFailure(ErrorCode.INVALID_PARAMETER, sentence);
  }

  @Override
  public String toString() {
    return "%s port %d".formatted(address, port);
  }
}
