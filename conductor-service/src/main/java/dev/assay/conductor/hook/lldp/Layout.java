package dev.assay.conductor.hook.lldp;

import dev.assay.conductor.hook.lldp.Tlv.Unparsable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Checks the length of a TLV before it is read, so that only complete ones are. */
final class Layout {
  private Layout() {}

  /** Calls {@code read} when at least {@code length} bytes are left; further bytes are ignored. */
  static Tlv atLeast(int length, Octets in, String what, Supplier<Tlv> read) {
    return in.left() < length
        ? new Unparsable("%s is too short (%d of %d bytes)".formatted(what, in.left(), length))
        : read.get();
  }

  /** Calls {@code read} when exactly {@code length} bytes are left. */
  static Tlv exactly(int length, Octets in, String what, Supplier<Tlv> read) {
    return in.left() != length
        ? new Unparsable(
            "%s has a length of %d instead of %d bytes".formatted(what, in.left(), length))
        : read.get();
  }

  /** Reads the next {@code length} bytes as text. */
  static Tlv text(int length, Octets in, String what, Function<String, Tlv> made) {
    return atLeast(
        length,
        in,
        what,
        () -> in.text(length).map(made).orElseGet(() -> new Unparsable(what + " is not UTF-8")));
  }

  /** Reads all remaining bytes as text. */
  static Tlv text(Octets in, String what, Function<String, Tlv> made) {
    return text(in.left(), in, what, made);
  }

  /** Reads the next six bytes as a MAC address. */
  static Tlv mac(Octets in, String what, Function<String, Tlv> made) {
    return atLeast(6, in, what, () -> made.apply(in.mac()));
  }

  /**
   * Reads a family byte and an address; returns {@code unknown} when the family is not supported.
   */
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
