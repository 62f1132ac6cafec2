/** Receives what conductors announce. Source: spec conductor.md 10, F8. */
@NullMarked
package dev.assay.pxefilter.announcement;

import org.jspecify.annotations.NullMarked;
