package dev.assay.conductor.hook.lldp;

import inet.ipaddr.ipv6.IPv6Address;
import java.util.Optional;

/** The kinds of address that can follow a family byte. Source: spec hooks.md 15.2. */
enum NetworkAddress {
  IPV4(1, 4),
  IPV6(2, 16),
  MAC(6, 6);

  private final int family;
  private final int length;

  NetworkAddress(int family, int length) {
    this.family = family;
    this.length = length;
  }

  /**
   * The kind with this family number; empty for other families, whose length is not known either.
   */
  static Optional<NetworkAddress> ofFamily(int number) {
    for (var kind : values()) {
      if (kind.family == number) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** The length in bytes. */
  int length() {
    return length;
  }

  /** Reads an address as text: dotted, compressed or with colons; lower case. */
  String read(Octets in) {
    return switch (this) {
      case IPV4 -> in.u8() + "." + in.u8() + "." + in.u8() + "." + in.u8();
      case IPV6 -> new IPv6Address(in.take(length)).toCanonicalString();
      case MAC -> in.mac();
    };
  }
}
