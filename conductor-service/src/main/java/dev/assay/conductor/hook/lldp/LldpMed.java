package dev.assay.conductor.hook.lldp;

import static dev.assay.conductor.hook.lldp.BitNames.bit;

import dev.assay.conductor.hook.lldp.Tlv.MedCapabilities;
import dev.assay.conductor.hook.lldp.Tlv.MedInventory;
import dev.assay.conductor.hook.lldp.Tlv.MedLocation;
import dev.assay.conductor.hook.lldp.Tlv.MedPolicy;
import dev.assay.conductor.hook.lldp.Tlv.MedPower;
import dev.assay.conductor.hook.lldp.Tlv.Unused;
import java.util.List;

/** The TLVs of LLDP-MED, media endpoint discovery. Source: ANSI/TIA-1057 10.2. */
final class LldpMed {
  static final int OUI = 0x0012BB;

  // spotless:off
  static final BitNames CAPABILITIES = BitNames.of(
      bit(0x0001, "LLDP-MED Capabilities"), bit(0x0002, "Network Policy"),
      bit(0x0004, "Location Identification"), bit(0x0008, "Extended Power via MDI-PSE"),
      bit(0x0010, "Extended Power via MDI-PD"), bit(0x0020, "Inventory"));
  private static final List<String> DEVICE_TYPES = List.of(
      "not defined", "endpoint class I", "endpoint class II", "endpoint class III",
      "network connectivity");
  private static final List<String> APPLICATIONS = List.of(
      "reserved 0", "voice", "voice signaling", "guest voice", "guest voice signaling",
      "softphone voice", "video conferencing", "streaming video", "video signaling");
  private static final List<String> POWER_TYPES = List.of("PSE", "PD");
  private static final List<String> PSE_SOURCES = List.of("unknown", "primary", "backup");
  private static final List<String> PD_SOURCES = List.of("unknown", "PSE", "local", "PSE and local");
  private static final List<String> PRIORITIES = List.of("unknown", "critical", "high", "low");
  // spotless:on

  private LldpMed() {}

  static Tlv read(int subtype, Octets in) {
    return switch (subtype) {
      case 1 -> Layout.atLeast(3, in, "MED capabilities", () -> capabilities(in));
      case 2 -> Layout.atLeast(4, in, "MED network policy", () -> policy(in));
      case 3 -> Layout.atLeast(1, in, "MED location", () -> new MedLocation(in.hex(in.left())));
      case 4 -> Layout.atLeast(3, in, "MED power", () -> power(in));
      case 5, 6, 7, 8, 9, 10, 11 ->
          Layout.text(in, "MED inventory", text -> new MedInventory(MedItem.of(subtype), text));
      default -> new Unused();
    };
  }

  private static Tlv capabilities(Octets in) {
    return new MedCapabilities(CAPABILITIES.in(in.u16()), name(DEVICE_TYPES, in.u8()));
  }

  /**
   * The bits after the application: unknown, tagged, reserved (1 each), VLAN (12), priority (3),
   * DSCP (6).
   */
  private static Tlv policy(Octets in) {
    var application = name(APPLICATIONS, in.u8());
    var bits = in.u24();
    return new MedPolicy(
        application,
        (bits & 0x800000) == 0,
        (bits & 0x400000) != 0,
        bits >> 9 & 0xFFF,
        bits >> 6 & 0x7,
        bits & 0x3F);
  }

  /** The bits: type (2), source (2), priority (4); then the power in tenths of a watt. */
  private static Tlv power(Octets in) {
    var bits = in.u8();
    var type = bits >> 6;
    return new MedPower(
        name(POWER_TYPES, type),
        name(type == 0 ? PSE_SOURCES : PD_SOURCES, bits >> 4 & 0x3),
        name(PRIORITIES, bits & 0xF),
        in.u16() * 100);
  }

  private static String name(List<String> names, int value) {
    return value < names.size() ? names.get(value) : "reserved " + value;
  }
}
