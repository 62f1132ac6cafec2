package dev.assay.hook;

import java.util.Locale;

/**
 * The policy that decides which interfaces become ports and which existing ports stay. Source: spec
 * hooks.md 4 and 5.
 */
public record PortPolicy(Add add, Keep keep, boolean updatePxeEnabled) {
  /** The policy when nothing is configured. */
  public static final PortPolicy DEFAULT = new PortPolicy(Add.PXE, Keep.ALL, true);

  /** As configured. */
  public static PortPolicy of(HookConfig config) {
    return new PortPolicy(config.addPorts(), config.keepPorts(), config.updatePxeEnabled());
  }

  /** Which interfaces become ports. */
  public enum Add {
    /** Every interface that is not loopback. */
    ALL,
    /** Those with an IP address. */
    ACTIVE,
    /** The one the machine booted from; all when that is unknown. */
    PXE,
    /** None; the interfaces are judged as with ALL. */
    DISABLED;

    /** As configured. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Which existing ports stay. */
  public enum Keep {
    /** Every one. */
    ALL,
    /** Those whose address is in the inventory. */
    PRESENT,
    /** Those of the interfaces that become ports. */
    ADDED
  }
}
