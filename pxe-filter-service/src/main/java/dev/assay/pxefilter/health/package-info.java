/** Readiness and metrics of a PXE filter. Source: docs/operating.md. */
@NullMarked
package dev.assay.pxefilter.health;

import org.jspecify.annotations.NullMarked;
