package dev.assay.api.testing;

import java.util.Locale;

/** Registrations of PXE filters, as filters write them. */
public final class PxeFilterRows {
  private PxeFilterRows() {}

  /** Registers a filter that is alive. */
  public static void write(Site site, String name, String network, String state) {
    write(site, name, network, state, "null", "1 hour");
  }

  /**
   * Registers a filter.
   *
   * @param group JSON of its conductor group
   * @param expiry when its registration expires, from now; an interval of PostgreSQL
   */
  public static void write(
      Site site, String name, String network, String state, String group, String expiry) {
    var reason = state.equals("closed") ? "\"The database is away.\"" : "null";
    site.run(
        """
        insert into pxe_filter (hostname, expires_at, updated_at, report)
        values ('%s', now() + interval '%s', now(), '{
          "network": "%s", "driver": "dnsmasq", "state": "%s", "reason": %s,
          "policy": {"inspectInterfaces": ["agent"], "conductorGroup": %s,
            "unknownHosts": "DISCOVERY", "discovery": false},
          "stateSince": "2026-08-01T10:20:30Z", "allowed": 2, "denied": 5, "unknownAllowed": false,
          "reconciledAt": "2026-08-01T10:20:31Z", "drift": 0, "driftTotal": 3, "warning": null}')
        """
            .formatted(name, expiry, network, state.toUpperCase(Locale.ROOT), reason, group));
  }
}
