package dev.assay.pxefilter.membership;

import dev.assay.pxefilter.filter.BootFilter;
import dev.assay.pxefilter.filter.dnsmasq.DnsmasqFilter;
import dev.assay.pxefilter.filter.nftables.NftablesFilter;
import java.time.Duration;
import java.util.List;

/** Makes the filter driver that is configured. */
final class ChosenFilter {
  private ChosenFilter() {}

  /** IllegalStateException, which stops the start, when an option is missing or wrong. */
  static BootFilter of(PxeFilterConfig config) {
    return switch (config.driver()) {
      case NOOP -> throw new IllegalArgumentException("driver noop has no filter");
      case NFTABLES ->
          new NftablesFilter(
              config.nftCommand(), config.network(), config.interfaces().orElse(List.of()));
      case DNSMASQ ->
          new DnsmasqFilter(
              config
                  .dhcpHostsdir()
                  .orElseThrow(
                      () ->
                          new IllegalStateException(
                              "assay.pxe-filter.dhcp-hostsdir is required: set it to the folder that dnsmasq has as dhcp-hostsdir, or set assay.pxe-filter.driver to nftables or noop.")),
              config.dnsmasqPidFile(),
              config.purgeDhcpHostsdir(),
              config.failOpen() ? Duration.ZERO : config.heartbeatTimeout().dividedBy(2));
    };
  }
}
