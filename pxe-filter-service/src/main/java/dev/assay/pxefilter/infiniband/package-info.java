/** Addresses of InfiniBand cards behind Ethernet gateways. Source: spec pxe-filter.md 8. */
@NullMarked
package dev.assay.pxefilter.infiniband;

import org.jspecify.annotations.NullMarked;
