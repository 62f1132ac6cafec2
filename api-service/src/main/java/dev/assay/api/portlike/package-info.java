/**
 * What ports and port groups have in common on the wire: found by UUID or name, listed by their
 * nodes, changed while nobody else changes their node. Source: spec api.md 11 and 12.
 */
@NullMarked
package dev.assay.api.portlike;

import org.jspecify.annotations.NullMarked;
