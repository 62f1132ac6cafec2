/**
 * The configuration of a PXE filter, its registration, and which filter of a network is active.
 * Source: spec pxe-filter.md 7.
 */
@NullMarked
package dev.assay.pxefilter.membership;

import org.jspecify.annotations.NullMarked;
