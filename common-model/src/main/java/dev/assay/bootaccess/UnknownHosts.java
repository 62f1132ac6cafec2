package dev.assay.bootaccess;

import java.util.Locale;

/** When machines boot whose address is no port. Source: spec pxe-filter.md 3.1. */
public enum UnknownHosts {
  /** With auto-discovery. */
  DISCOVERY,
  /** With auto-discovery, and while a node without any port is being inspected. */
  PORTLESS,
  /** With auto-discovery, and while any node is being inspected. */
  INSPECTION,
  /** Never, not even with auto-discovery. */
  NEVER;

  /** As in the configuration and the API: lower case. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
