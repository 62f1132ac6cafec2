package dev.assay.conductor.hook.lldp;

import static dev.assay.conductor.hook.lldp.BitNames.bit;

import dev.assay.conductor.hook.lldp.Tlv.FrameSize;
import dev.assay.conductor.hook.lldp.Tlv.PhysicalLayer;
import dev.assay.conductor.hook.lldp.Tlv.Unrecognized;
import dev.assay.conductor.hook.lldp.Tlv.Unused;

/** The TLVs of IEEE 802.3: speed, duplex and size of frames. Source: spec hooks.md 15.2. */
final class Ieee8023 {
  static final int OUI = 0x00120F;

  // spotless:off
  /**
   * What a port can negotiate, sorted by code point. One bit stands for 10BASE-T in half and in
   * full duplex; the bit for full duplex alone, 0x2000, has no name. Clients compare these values
   * with those of Ironic, which has it so.
   */
  static final BitNames NEGOTIABLE = BitNames.of(
      bit(0x0004, "1000BASE-X fdx"), bit(0x0008, "1000BASE-X hdx"),
      bit(0x0001, "1000BASE-T fdx"), bit(0x0002, "1000BASE-T hdx"),
      bit(0x0100, "100BASE-T2 fdx"), bit(0x0200, "100BASE-T2 hdx"),
      bit(0x0400, "100BASE-TX fdx"), bit(0x0800, "100BASE-TX hdx"),
      bit(0x4000, "10BASE-T fdx"), bit(0x4000, "10BASE-T hdx"), bit(0x1000, "10BASE-T4"),
      bit(0x0080, "PAUSE fdx"), bit(0x0040, "Asym PAUSE fdx"), bit(0x0020, "Sym PAUSE fdx"),
      bit(0x0010, "Asym and Sym PAUSE fdx"))
      .sorted();
  // spotless:on

  private Ieee8023() {}

  static Tlv read(int subtype, Octets in) {
    return switch (subtype) {
      case 1 -> Layout.exactly(5, in, "physical layer", () -> physicalLayer(in));
      case 3 -> Ieee8021.linkAggregation(in);
      case 4 -> Layout.atLeast(2, in, "frame size", () -> new FrameSize(in.u16()));
      default -> new Unused();
    };
  }

  /** MAU types newer than the table are common, on every port of 25 Gbit/s and more. */
  private static Tlv physicalLayer(Octets in) {
    var flags = in.u8();
    var negotiable = NEGOTIABLE.in(in.u16());
    var type = in.u16();
    return MauTypes.name(type)
        .<Tlv>map(
            name -> new PhysicalLayer((flags & 0x01) != 0, (flags & 0x02) != 0, negotiable, name))
        .orElseGet(() -> new Unrecognized("MAU type " + type));
  }
}
