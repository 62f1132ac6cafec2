package dev.assay.conductor.hardware.ipmi;

import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.DriverDescription.Property;
import dev.assay.hardware.DriverDescription.When;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.ValueShape;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Describes driver ipmi for clients of the API. Source: spec api.md 20. */
final class IpmiDescription {
  /** The description; managed boot is the boot override, as IPMI has no other. */
  static final DriverDescription DESCRIPTION =
      new DriverDescription(
          "ipmi", interfaces(), properties(), Set.of("ipxe", "pxe"), BootFlags.devices());

  /** Longest password of IPMI 2.0, in bytes. IPMI v2.0 22.30. */
  static final int LONGEST_PASSWORD = 20;

  static final int LONGEST_PASSWORD_1_5 = 16;

  private static final int LONGEST_USER = 16;
  private static final int KEY_BYTES = 20;
  private static final ValueShape FLAG =
      new ValueShape.OneOf(List.of("true", "false", "1", "0", "yes", "no", "on", "off"));

  private IpmiDescription() {}

  private static Map<String, Property> properties() {
    var all = new HashMap<String, Property>();
    all.put(
        "ipmi_address",
        new Property("Host name or address of the BMC. Required.", true, new ValueShape.Host()));
    put(
        all,
        "ipmi_username",
        "User of the BMC: at most 16 bytes. Default: none, the anonymous user.",
        new ValueShape.Line(LONGEST_USER));
    put(
        all,
        "ipmi_password",
        "Password of the user: at most 20 bytes, 16 with IPMI 1.5. Default: the empty one.",
        new ValueShape.Line(LONGEST_PASSWORD),
        When.shaped(new ValueShape.Line(LONGEST_PASSWORD_1_5), "ipmi_protocol_version", "1.5"));
    put(all, "ipmi_port", "UDP port of the BMC. Default: 623.", new ValueShape.Whole(1, 65_535));
    put(
        all,
        "ipmi_priv_level",
        "Privilege level of the session. Default: ADMINISTRATOR; OPERATOR is enough for power and"
            + " boot device on most BMCs.",
        new ValueShape.OneOf(List.of("ADMINISTRATOR", "CALLBACK", "OPERATOR", "USER")));
    put(
        all,
        "ipmi_protocol_version",
        "Version of IPMI: 2.0 or 1.5. Default: 2.0.",
        new ValueShape.OneOf(List.of("2.0", "1.5")));
    put(
        all,
        "ipmi_cipher_suite",
        "Number of the cipher suite for IPMI 2.0, such as 3 or 17. Default: the best one that the"
            + " BMC offers.",
        new ValueShape.Whole(0, 255));
    put(
        all,
        "ipmi_hex_kg_key",
        "Kg key of the BMC in hexadecimal digits, for IPMI 2.0. Default: none.",
        new ValueShape.HexKey(KEY_BYTES));
    putBridging(all);
    put(
        all,
        "ipmi_boot_mode",
        "uefi or bios: how the machine boots from the device that is chosen. Default: uefi. Not in"
            + " Ironic.",
        new ValueShape.OneOf(List.of("uefi", "bios")));
    put(
        all,
        "ipmi_disable_boot_timeout",
        "Whether to tell the BMC to keep the chosen boot device for longer than 60 seconds."
            + " Default: true.",
        FLAG);
    put(
        all,
        "ipmi_force_boot_device",
        "Accepted for compatibility and ignored: the boot device is set before each boot.",
        FLAG);
    put(
        all,
        "ipmi_terminal_port",
        "Accepted for compatibility and ignored: there are no consoles.");
    return Map.copyOf(all);
  }

  private static void putBridging(Map<String, Property> all) {
    put(
        all,
        "ipmi_bridging",
        "no, or single or dual when the BMC is reached through other controllers. Default: no.",
        new ValueShape.OneOf(List.of("no", "single", "dual")));
    put(
        all,
        "ipmi_local_address",
        "Local IPMB address. Default: what the BMC tells, else 0x20.",
        address());
    var single = When.required("ipmi_bridging", "single", "dual");
    put(
        all,
        "ipmi_target_channel",
        "Channel of the BMC. Required for bridging.",
        channel(),
        single);
    put(
        all,
        "ipmi_target_address",
        "IPMB address of the BMC. Required for bridging.",
        address(),
        single);
    var dual = When.required("ipmi_bridging", "dual");
    put(
        all,
        "ipmi_transit_channel",
        "Channel of the controller between. Required for dual bridging.",
        channel(),
        dual);
    put(
        all,
        "ipmi_transit_address",
        "IPMB address of the controller between. Required for dual bridging.",
        address(),
        dual);
  }

  private static ValueShape address() {
    return new ValueShape.Whole(0, 255);
  }

  private static ValueShape channel() {
    return new ValueShape.Whole(0, 15);
  }

  private static void put(Map<String, Property> all, String key, String description) {
    all.put(key, new Property(description, false));
  }

  private static void put(
      Map<String, Property> all, String key, String description, ValueShape shape, When... when) {
    all.put(key, new Property(description, false, shape, List.of(when)));
  }

  private static Map<InterfaceType, List<String>> interfaces() {
    var accepted = new EnumMap<InterfaceType, List<String>>(InterfaceType.class);
    accepted.put(InterfaceType.BIOS, List.of("no-bios"));
    accepted.put(InterfaceType.BOOT, List.of("ipxe", "pxe", "http", "http-ipxe"));
    accepted.put(InterfaceType.CONSOLE, List.of("no-console"));
    accepted.put(
        InterfaceType.DEPLOY, List.of("direct", "ramdisk", "custom-agent", "noop", "autodetect"));
    accepted.put(InterfaceType.FIRMWARE, List.of("no-firmware"));
    accepted.put(InterfaceType.INSPECT, List.of("agent", "no-inspect"));
    accepted.put(InterfaceType.MANAGEMENT, List.of("ipmitool", "noop"));
    accepted.put(InterfaceType.NETWORK, List.of("noop", "flat"));
    accepted.put(InterfaceType.POWER, List.of("ipmitool"));
    accepted.put(InterfaceType.RAID, List.of("no-raid", "agent"));
    accepted.put(InterfaceType.RESCUE, List.of("no-rescue", "agent"));
    accepted.put(InterfaceType.STORAGE, List.of("noop"));
    accepted.put(InterfaceType.VENDOR, List.of("ipmitool", "no-vendor"));
    return Collections.unmodifiableMap(accepted);
  }
}
