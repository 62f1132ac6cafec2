package dev.assay.pxefilter.membership;

import dev.assay.bootaccess.UnknownHosts;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The PXE filter: one process beside each DHCP server. Options of Ironic have the names that they
 * have in its [pxe_filter].
 */
@ConfigMapping(prefix = "assay.pxe-filter")
public interface PxeFilterConfig {
  /**
   * The filter's name; the host's name when not given. Each filter needs a name of its own. Own
   * option.
   */
  Optional<String> host();

  /** The address to listen at for health and metrics. Own option. */
  @WithDefault("0.0.0.0")
  String httpHost();

  /** The port for health and metrics. Own option. */
  @WithDefault("8089")
  int port();

  /**
   * How machines are kept from booting: `dnsmasq` writes files for dnsmasq, `nftables` drops
   * requests in the firewall of this host, `noop` does nothing. The all-in-one has `noop`.
   */
  @WithDefault("dnsmasq")
  Driver driver();

  /**
   * The provisioning network of the DHCP server: letters, digits, `_`, `.`, `-`. Of the filters of
   * one network, and of the same conductor group, one lets machines boot. Own option.
   */
  @WithDefault("default")
  String network();

  /**
   * Only nodes of this conductor group may boot here; without it, those of all groups. Own option.
   */
  Optional<String> conductorGroup();

  /** How often a filter renews its registration, and its lease when it is active. Own option. */
  @WithDefault("1s")
  Duration heartbeatInterval();

  /**
   * A filter that has not renewed its lease for this long has denied everyone, and another takes
   * over. Also how long it may be without its broker. At least three times the interval. Own
   * option.
   */
  @WithDefault("4s")
  Duration heartbeatTimeout();

  /**
   * How often everything is compared with the database: at most 30s, 0 for only at the start and
   * when the broker was away. With 0 remove the alert AssayPxeFilterStale, which would fire for
   * ever.
   */
  @WithDefault("15s")
  Duration syncPeriod();

  /** The inspect interfaces whose machines boot from this network. */
  @WithDefault("agent")
  List<String> supportedInspectInterfaces();

  /**
   * When machines boot whose address is no port: with auto-discovery (`discovery`); also while a
   * node without ports is inspected (`portless`); also while any node is inspected (`inspection`,
   * as in Ironic); or never (`never`). Own option.
   */
  @WithDefault("discovery")
  UnknownHosts unknownHosts();

  /**
   * Leave in force what is in force when the database or broker is lost, and when the filter stops,
   * instead of denying everyone. Then two filters of a network may let machines boot at once. Own
   * option.
   */
  @WithDefault("false")
  boolean failOpen();

  /** The folder that dnsmasq has as dhcp-hostsdir. Needed by driver `dnsmasq`. */
  Optional<Path> dhcpHostsdir();

  /**
   * The pid file of dnsmasq, for signalling it when it must read all files again. Without it
   * nothing is deleted, and after very many changes at once dnsmasq must be signalled by hand. Own
   * option.
   */
  Optional<Path> dnsmasqPidFile();

  /**
   * Delete the files of addresses that are no ports when the filter starts. Ironic:
   * [dnsmasq_pxe_filter]purge_dhcp_hostsdir.
   */
  @WithDefault("true")
  boolean purgeDhcpHostsdir();

  /**
   * The network interfaces at which DHCP requests arrive, for driver `nftables`; all of them when
   * not given. Ironic: [iptables]dnsmasq_interface.
   */
  Optional<List<String>> interfaces();

  /**
   * The program nft with arguments, such as `sudo -n nft` or `ip netns exec NAME nft`. Own option.
   */
  @WithDefault("nft")
  String nftCommand();

  /**
   * Interfaces of Ethernet-over-InfiniBand gateways, which list the Ethernet addresses of
   * InfiniBand cards. Ironic: [iptables]ethoib_interfaces.
   */
  Optional<List<String>> ethoibInterfaces();

  /** See {@link #driver}. */
  enum Driver {
    DNSMASQ,
    NFTABLES,
    NOOP
  }
}
