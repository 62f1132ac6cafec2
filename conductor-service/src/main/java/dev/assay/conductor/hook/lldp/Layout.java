package dev.assay.conductor.hook.lldp;

import dev.assay.conductor.hook.lldp.Tlv.Unparsable;
import java.util.function.Function;
import java.util.function.Supplier;

/** The checks that stand before most TLVs, so that each is read only when it is whole. */
final class Layout {
  private Layout() {}

  /** {@code read} when at least {@code length} bytes are left; what follows is ignored. */
  static Tlv atLeast(int length, Octets in, String what, Supplier<Tlv> read) {
    return in.left() < length
        ? new Unparsable("%s is too short (%d of %d bytes)".formatted(what, in.left(), length))
        : read.get();
  }

  /** {@code read} when exactly {@code length} bytes are left. */
  static Tlv exactly(int length, Octets in, String what, Supplier<Tlv> read) {
    return in.left() != length
        ? new Unparsable(
            "%s has a length of %d instead of %d bytes".formatted(what, in.left(), length))
        : read.get();
  }

  /** The next {@code length} bytes as text. */
  static Tlv text(int length, Octets in, String what, Function<String, Tlv> made) {
    return atLeast(
        length,
        in,
        what,
        () -> in.text(length).map(made).orElseGet(() -> new Unparsable(what + " is not UTF-8")));
  }

  /** All that is left as text. */
  static Tlv text(Octets in, String what, Function<String, Tlv> made) {
    return text(in.left(), in, what, made);
  }

  /** The next six bytes as a MAC address. */
  static Tlv mac(Octets in, String what, Function<String, Tlv> made) {
    return atLeast(6, in, what, () -> made.apply(in.mac()));
  }

  /** A family byte and an address; {@code unknown} when nothing is known of the family. */
  static Tlv address(Octets in, String what, Function<String, Tlv> made, Tlv unknown) {
    return atLeast(
        1,
        in,
        what,
        () ->
            NetworkAddress.ofFamily(in.u8())
                .map(kind -> atLeast(kind.length(), in, what, () -> made.apply(kind.read(in))))
                .orElse(unknown));
  }
}
