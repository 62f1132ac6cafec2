/** PXE filters with a real DHCP server and real clients in network namespaces. */
@NullMarked
package dev.assay.pxefilter;

import org.jspecify.annotations.NullMarked;
