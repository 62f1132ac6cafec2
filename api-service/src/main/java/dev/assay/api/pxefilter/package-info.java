/** Shows PXE filters, and why a machine may boot or not. Source: spec api.md 9.11. */
@NullMarked
package dev.assay.api.pxefilter;

import org.jspecify.annotations.NullMarked;
