package dev.assay.conductor.hook.lldp;

import static dev.assay.conductor.hook.lldp.BitNames.bit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.hook.lldp.Tlv.Capabilities;
import dev.assay.conductor.hook.lldp.Tlv.ChassisId;
import dev.assay.conductor.hook.lldp.Tlv.ManagementAddress;
import dev.assay.conductor.hook.lldp.Tlv.PortDescription;
import dev.assay.conductor.hook.lldp.Tlv.PortId;
import dev.assay.conductor.hook.lldp.Tlv.SystemDescription;
import dev.assay.conductor.hook.lldp.Tlv.SystemName;
import dev.assay.conductor.hook.lldp.Tlv.Unparsable;
import dev.assay.conductor.hook.lldp.Tlv.Unrecognized;
import dev.assay.conductor.hook.lldp.Tlv.Unused;
import java.util.HexFormat;
import java.util.Set;

/**
 * Reads TLVs as a ramdisk sends them: {@code [type, "hex"]}. Invalid input gives {@link
 * Unparsable}, never an exception. Source: spec hooks.md 15, IEEE 802.1AB 8.5.
 */
public final class TlvReader {
  /** The longest value, in bytes: in a packet its length has nine bits. */
  static final int MAX_LENGTH = 511;

  private static final int LAST_TYPE = 127;
  private static final Unused UNUSED = new Unused();

  // spotless:off
  static final BitNames CAPABILITIES = BitNames.of( // without 0x0001 "Other", as the spec has it
      bit(0x0002, "Repeater"), bit(0x0004, "Bridge"), bit(0x0008, "WLAN"), bit(0x0010, "Router"),
      bit(0x0020, "Telephone"), bit(0x0040, "DOCSIS cable device"), bit(0x0080, "Station only"),
      bit(0x0100, "C-Vlan"), bit(0x0200, "S-Vlan"), bit(0x0400, "TPMR"));
  // spotless:on

  private final Set<Integer> types;
  private final boolean med;

  private TlvReader(Set<Integer> types, boolean med) {
    this.types = types;
    this.med = med;
  }

  /** Reads all supported TLVs; those of LLDP-MED only with {@code med}. */
  public static TlvReader ofAll(boolean med) {
    return new TlvReader(Set.of(1, 2, 4, 5, 6, 7, 8, 127), med);
  }

  /** Reads only the TLVs that identify the switch port: chassis ID, port ID, system name. */
  public static TlvReader ofLink() {
    return new TlvReader(Set.of(1, 2, 5), false);
  }

  /** Reads one TLV; returns {@link Unused} when its type is none of this reader's. */
  Tlv read(JsonNode pair) {
    if (!pair.isArray() || pair.size() != 2) {
      return new Unparsable("it is not a pair of type and value");
    }
    var type = pair.get(0);
    if (!type.isIntegralNumber()
        || !type.canConvertToInt()
        || type.intValue() < 0
        || type.intValue() > LAST_TYPE) {
      return new Unparsable("its type is not a number from 0 to 127");
    }
    if (!types.contains(type.intValue())) {
      return UNUSED;
    }
    return pair.get(1).isTextual()
        ? read(type.intValue(), pair.get(1).textValue())
        : new Unparsable("its value is not a string of hexadecimal digits");
  }

  /** As above, for a type that this reader reads. */
  private Tlv read(int type, String hex) {
    if (hex.length() / 2 > MAX_LENGTH) {
      return new Unparsable(
          "its value has %d bytes, more than %d".formatted(hex.length() / 2, MAX_LENGTH));
    }
    return Octets.ofHex(hex)
        .map(value -> read(type, value))
        .orElseGet(() -> new Unparsable("its value is not hexadecimal"));
  }

  private Tlv read(int type, Octets in) {
    return switch (type) {
      case 1 -> chassisId(in);
      case 2 -> portId(in);
      case 4 -> Layout.text(in, "port description", PortDescription::new);
      case 5 -> Layout.text(in, "system name", SystemName::new);
      case 6 -> Layout.text(in, "system description", SystemDescription::new);
      case 7 -> Layout.exactly(4, in, "list of capabilities", () -> capabilities(in));
      case 8 -> managementAddress(in);
      case 127 -> Layout.atLeast(4, in, "organisation's TLV", () -> ofOrganization(in));
      default -> UNUSED;
    };
  }

  private static Tlv chassisId(Octets in) {
    var what = "chassis ID";
    if (in.left() == 0) {
      return new Unparsable(what + " is empty");
    }
    var subtype = in.u8();
    return switch (subtype) {
      case 1, 2, 3, 6, 7 -> Layout.text(in, what, text -> new ChassisId(false, text));
      case 4 -> Layout.mac(in, what, mac -> new ChassisId(true, mac));
      case 5 ->
          Layout.address(in, what, ip -> new ChassisId(false, ip), new ChassisId(false, null));
      default -> unknownSubtype(what, subtype);
    };
  }

  private static Tlv portId(Octets in) {
    var what = "port ID";
    if (in.left() == 0) {
      return new Unparsable(what + " is empty");
    }
    var subtype = in.u8();
    return switch (subtype) {
      case 1, 2, 5, 7 -> Layout.text(in, what, PortId::new);
      case 3 -> Layout.mac(in, what, PortId::new);
      case 4 -> Layout.address(in, what, PortId::new, new PortId(null));
      default -> unknownSubtype(what, subtype);
    };
  }

  private static Tlv unknownSubtype(String what, int subtype) {
    return new Unparsable("%s is of subtype %d, which is not read".formatted(what, subtype));
  }

  private static Tlv capabilities(Octets in) {
    return new Capabilities(CAPABILITIES.in(in.u16()), CAPABILITIES.in(in.u16()));
  }

  /** Skips the length before the address, which the family implies. */
  private static Tlv managementAddress(Octets in) {
    var what = "management address";
    return Layout.atLeast(
        2,
        in,
        what,
        () -> {
          in.u8();
          return Layout.address(in, what, ManagementAddress::new, UNUSED);
        });
  }

  private Tlv ofOrganization(Octets in) {
    var organization = in.u24();
    var subtype = in.u8();
    return switch (organization) {
      case Ieee8021.OUI -> Ieee8021.read(subtype, in);
      case Ieee8023.OUI -> Ieee8023.read(subtype, in);
      case LldpMed.OUI ->
          med
              ? LldpMed.read(subtype, in)
              : new Unrecognized(
                  "organisation 00:12:bb, LLDP-MED (assay.inspector.lldp-med reads it)");
      default ->
          new Unrecognized(
              "organisation " + HexFormat.ofDelimiter(":").formatHex(oui(organization)));
    };
  }

  private static byte[] oui(int organization) {
    return new byte[] {
      (byte) (organization >> 16), (byte) (organization >> 8), (byte) organization
    };
  }
}
