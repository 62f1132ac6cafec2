package dev.assay.pxefilter.filter;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Which machines may boot, by the database: those whose addresses are known, and all others. Used
 * by one thread.
 */
public final class AccessList {
  private final Map<MacAddress, Access> known = new HashMap<>();
  private Access unknown = Access.DENY;
  private int allowed;

  /** Whether the machine with this address may boot. */
  public Access of(MacAddress address) {
    return known.getOrDefault(address, unknown);
  }

  /** The addresses that are ports, with what holds for each. */
  public Map<MacAddress, Access> known() {
    return Collections.unmodifiableMap(known);
  }

  /** What holds for every other address. */
  public Access unknown() {
    return unknown;
  }

  /** Replaces everything. */
  public void replace(Map<MacAddress, Access> all, Access others) {
    known.clear();
    known.putAll(all);
    allowed = Collections.frequency(all.values(), Access.ALLOW);
    unknown = others;
  }

  /** Sets what holds for an address that is a port. */
  public void put(MacAddress address, Access access) {
    remove(address);
    known.put(address, access);
    allowed += access == Access.ALLOW ? 1 : 0;
  }

  /** From now on the address is that of an unknown machine. */
  public void remove(MacAddress address) {
    allowed -= known.remove(address) == Access.ALLOW ? 1 : 0;
  }

  /** The number of known addresses that may boot. */
  public int allowed() {
    return allowed;
  }

  /** Sets what holds for every address that is not known. */
  public void unknown(Access others) {
    unknown = others;
  }
}
