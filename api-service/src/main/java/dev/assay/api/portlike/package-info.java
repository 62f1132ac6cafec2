/**
 * What ports and port groups have in common in the API: found by UUID or name, listed by node,
 * changed while the row of their node is locked. Source: spec api.md 11 and 12.
 */
@NullMarked
package dev.assay.api.portlike;

import org.jspecify.annotations.NullMarked;
