package dev.assay.pxefilter;

/** The driver dnsmasq. */
class DnsmasqFilterIT extends PxeFilterContract {
  DnsmasqFilterIT() {
    super("dnsmasq");
  }
}
