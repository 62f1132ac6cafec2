package dev.assay.bootaccess;

import java.util.Locale;

/** Whether the DHCP server of a provisioning network may answer a machine. */
public enum Access {
  ALLOW,
  DENY;

  /** As in the API: lower case. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
