package dev.assay.conductor.hook.lldp;

import dev.assay.conductor.hook.lldp.Tlv.LinkAggregation;
import dev.assay.conductor.hook.lldp.Tlv.ManagementVlan;
import dev.assay.conductor.hook.lldp.Tlv.NamedVlan;
import dev.assay.conductor.hook.lldp.Tlv.ProtocolIdentity;
import dev.assay.conductor.hook.lldp.Tlv.ProtocolVlan;
import dev.assay.conductor.hook.lldp.Tlv.UntaggedVlan;
import dev.assay.conductor.hook.lldp.Tlv.Unused;

/** The TLVs of IEEE 802.1: VLANs and link aggregation. Source: spec hooks.md 15.2. */
final class Ieee8021 {
  static final int OUI = 0x0080C2;

  private Ieee8021() {}

  static Tlv read(int subtype, Octets in) {
    return switch (subtype) {
      case 1 -> Layout.atLeast(2, in, "untagged VLAN", () -> new UntaggedVlan(in.u16()));
      case 2 -> Layout.exactly(3, in, "protocol VLAN", () -> protocolVlan(in));
      case 3 -> Layout.atLeast(3, in, "VLAN name", () -> namedVlan(in));
      case 4 -> Layout.atLeast(1, in, "protocol identity", () -> protocolIdentity(in));
      case 6 -> Layout.atLeast(2, in, "management VLAN", () -> new ManagementVlan(in.u16()));
      case 7 -> linkAggregation(in);
      default -> new Unused();
    };
  }

  /** Also used for 802.3, which had this TLV first and still has it. */
  static Tlv linkAggregation(Octets in) {
    return Layout.exactly(
        5,
        in,
        "link aggregation",
        () -> {
          var flags = in.u8();
          return new LinkAggregation((flags & 0x01) != 0, (flags & 0x02) != 0, in.u32());
        });
  }

  private static Tlv protocolVlan(Octets in) {
    var flags = in.u8();
    return new ProtocolVlan((flags & 0x02) != 0, (flags & 0x04) != 0, in.u16());
  }

  private static Tlv namedVlan(Octets in) {
    var id = in.u16();
    return Layout.text(in.u8(), in, "VLAN name", name -> new NamedVlan(id, name));
  }

  private static Tlv protocolIdentity(Octets in) {
    var length = in.u8();
    return Layout.atLeast(
        length, in, "protocol identity", () -> new ProtocolIdentity(in.hex(length)));
  }
}
