/** The events of inspections for clients: a live stream and pages. An extension of Assay. */
@NullMarked
package dev.assay.api.event;

import org.jspecify.annotations.NullMarked;
