/**
 * The filter driver for any DHCP server that receives packets through the kernel's firewall.
 * Source: spec pxe-filter.md 5.
 */
@NullMarked
package dev.assay.pxefilter.filter.nftables;

import org.jspecify.annotations.NullMarked;
