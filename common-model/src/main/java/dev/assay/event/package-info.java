/**
 * The events of inspections: which stage of which inspection was reached when. Source: spec api.md
 * 9.15.
 */
@NullMarked
package dev.assay.event;

import org.jspecify.annotations.NullMarked;
