package dev.assay.bootaccess;

import java.util.Locale;

/**
 * Whether a machine may boot, and why.
 *
 * @param reason stable, for programs
 */
public record Decision(Access access, Reason reason) {
  /** Why a machine may boot or not. Source: spec pxe-filter.md 3.1. */
  public enum Reason {
    /** A ramdisk is to boot, boots or runs on the machine. */
    ON_INSPECTION,
    /** The address is a port of a node that is not being inspected. */
    NOT_ON_INSPECTION,
    /** The node is inspected by an interface whose machines do not boot from this network. */
    OTHER_INTERFACE,
    /** The node belongs to another conductor group than the filter. */
    OTHER_GROUP,
    /** The address is no port, and machines without one may boot now. */
    UNKNOWN_ALLOWED,
    /** The address is no port, and machines without one may not boot. */
    UNKNOWN_DENIED;

    /** As in the API: lower case with hyphens. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static Decision allow(Reason reason) {
    return new Decision(Access.ALLOW, reason);
  }

  static Decision deny(Reason reason) {
    return new Decision(Access.DENY, reason);
  }
}
