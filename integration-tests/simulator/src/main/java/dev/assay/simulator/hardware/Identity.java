package dev.assay.simulator.hardware;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The values that distinguish one machine from another: MACs, serials, addresses. Each is a pure
 * function of seed and index.
 *
 * @param index position in the rack, 0 to {@value #MAX_MACHINES} - 1
 */
record Identity(long seed, int index) {
  static final int MAX_MACHINES = 100_000;

  /** How many bits of a MAC's device part number the interfaces of one machine. */
  private static final int SLOT_BITS = 7;

  /** The other bits of the device part number the machines: 2^17 = 131,072 of them. */
  private static final int BLOCK_MASK = (1 << (24 - SLOT_BITS)) - 1;

  private static final String DIGITS = "0123456789ABCDEFGHJKLMNPQRSTVWXY";

  /** The slot of the BMC; network interfaces take the slots below. */
  static final int BMC_SLOT = (1 << SLOT_BITS) - 1;

  Identity {
    if (index < 0 || index >= MAX_MACHINES) {
      throw new IllegalArgumentException("index %d is not in 0..%d".formatted(index, MAX_MACHINES));
    }
  }

  /** A lower-case MAC: consecutive within the machine, used by no other machine of this seed. */
  String mac(String prefix, int slot) {
    if (slot < 0 || slot > BMC_SLOT) {
      throw new IllegalArgumentException("slot %d is not in 0..%d".formatted(slot, BMC_SLOT));
    }
    int device = (machineNumber() << SLOT_BITS) | slot;
    return "%s:%02x:%02x:%02x".formatted(prefix, device >> 16, (device >> 8) & 0xff, device & 0xff);
  }

  /** The link-local address: EUI-64 of the MAC below fe80::/64 (RFC 4291, appendix A). */
  static String linkLocal(String mac) {
    long bits = Long.parseLong(mac.replace(":", ""), 16);
    long high = bits >> 24;
    long low = bits & 0xffffff;
    return String.format(
        Locale.ROOT,
        "fe80::%x:%x:%x:%x",
        (high >> 8) ^ 0x0200,
        ((high & 0xff) << 8) | 0xff,
        0xfe00 | (low >> 16),
        low & 0xffff);
  }

  /** A serial number of upper-case letters and digits, unique per prefix within the seed. */
  String serial(String prefix, int length) {
    var text = new StringBuilder(prefix);
    var random = random("serial" + prefix);
    for (int rest = machineNumber(), i = 0; i < 4; i++, rest >>= 5) {
      text.append(DIGITS.charAt(rest & 31));
    }
    while (text.length() < length) {
      text.append(DIGITS.charAt(random.nextInt(32)));
    }
    return text.toString();
  }

  /** Random lower-case hexadecimal digits, always the same for the same purpose. */
  String hex(String purpose, int digits) {
    var random = random(purpose);
    var text = new StringBuilder();
    while (text.length() < digits) {
      text.append(Integer.toHexString(random.nextInt(16)));
    }
    return text.toString();
  }

  UUID uuid() {
    return UUID.nameUUIDFromBytes("%d/%d".formatted(seed, index).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The address that DHCP gives to the boot interface, from the range for benchmarks (RFC 2544).
   */
  String address() {
    int number = index + 1;
    return "198.%d.%d.%d".formatted(18 + (number >> 16), (number >> 8) & 0xff, number & 0xff);
  }

  /** The BMC's address as the ramdisk reports it; not where the simulated BMC listens. */
  String bmcAddress() {
    int number = index + 1;
    return "10.%d.%d.%d".formatted(64 + (number >> 16), (number >> 8) & 0xff, number & 0xff);
  }

  String bmcV6Address() {
    return String.format(Locale.ROOT, "2001:db8:b::%x:%x", 1 + (index >> 16), index & 0xffff);
  }

  /** A number from 0 to {@code choices} - 1, always the same for the same purpose. */
  int choose(String purpose, int choices) {
    return random(purpose).nextInt(choices);
  }

  private SplittableRandom random(String purpose) {
    return new SplittableRandom(mix(seed) ^ mix(index + 0x51ed27L) ^ mix(purpose.hashCode()));
  }

  /**
   * The number of the machine in its MACs and serials: an odd factor and an offset permute the
   * indexes.
   */
  private int machineNumber() {
    long mixed = mix(seed);
    int factor = ((int) mixed & BLOCK_MASK) | 1;
    int offset = (int) (mixed >>> 40);
    return (index * factor + offset) & BLOCK_MASK;
  }

  /** The finaliser of SplitMix64: similar inputs give unrelated outputs. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
