package dev.assay.registration;

import dev.assay.bootaccess.AccessPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a PXE filter says about itself. Source: spec pxe-filter.md 9.
 *
 * @param network the provisioning network whose DHCP server it controls
 * @param driver "dnsmasq", "nftables" or "noop"
 * @param reason why it is closed, in a sentence; null when it is not, or has just started
 * @param policy the settings by which it decides
 * @param stateSince when the state last changed
 * @param allowed number of addresses of machines that may boot, by the database
 * @param denied number of the other known addresses
 * @param unknownAllowed whether machines without a port may boot
 * @param reconciledAt when it last compared everything with the database; null if never
 * @param drift how many entries were wrong when it did, before it corrected them
 * @param driftTotal the sum of all drifts since its start
 * @param warning what does not work although it serves, in a sentence; null for nothing
 */
public record PxeFilterReport(
    String network,
    String driver,
    State state,
    @Nullable String reason,
    AccessPolicy policy,
    Instant stateSince,
    int allowed,
    int denied,
    boolean unknownAllowed,
    @Nullable Instant reconciledAt,
    int drift,
    long driftTotal,
    @Nullable String warning) {
  /** Whether a filter lets machines boot. */
  public enum State {
    /** The one of its network that lets machines boot. */
    ACTIVE,
    /** Denies everyone, and takes over when the active one fails. */
    STANDBY,
    /** Denies everyone, and cannot take over, because something does not work. */
    CLOSED,
    /** Has driver noop, and leaves the DHCP server alone. */
    NOOP
  }
}
