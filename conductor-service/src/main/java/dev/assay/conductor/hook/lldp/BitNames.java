package dev.assay.conductor.hook.lldp;

import java.util.Comparator;
import java.util.List;

/** The names of the bits of a number, in display order; bits without a name are skipped. */
record BitNames(List<Bit> bits) {
  /** One bit; two may share a mask. */
  record Bit(int mask, String name) {}

  BitNames {
    bits = List.copyOf(bits);
  }

  static BitNames of(Bit... bits) {
    return new BitNames(List.of(bits));
  }

  static Bit bit(int mask, String name) {
    return new Bit(mask, name);
  }

  /** The same names, sorted by code point. */
  BitNames sorted() {
    return new BitNames(bits.stream().sorted(Comparator.comparing(Bit::name)).toList());
  }

  /** The names of the bits that are set in {@code value}. */
  List<String> in(int value) {
    return bits.stream().filter(bit -> (value & bit.mask()) != 0).map(Bit::name).toList();
  }
}
