/** The filter driver for dnsmasq: files in its dhcp-hostsdir. Source: spec pxe-filter.md 2. */
@NullMarked
package dev.assay.pxefilter.filter.dnsmasq;

import org.jspecify.annotations.NullMarked;
