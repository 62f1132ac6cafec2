/** What a filter driver does to the DHCP server beside it. Source: spec pxe-filter.md 2 and 4. */
@NullMarked
package dev.assay.pxefilter.filter;

import org.jspecify.annotations.NullMarked;
