package dev.assay.pxefilter;

/** The driver nftables, with a DHCP server that would answer everyone. */
class NftablesFilterIT extends PxeFilterContract {
  NftablesFilterIT() {
    super("nftables");
  }
}
