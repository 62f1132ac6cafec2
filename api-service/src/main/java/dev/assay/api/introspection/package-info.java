/**
 * Introspections: the inspections of nodes as clients of the classic Inspector API see and order
 * them. Source: spec inspector-compat.md 3 to 5.
 */
@NullMarked
package dev.assay.api.introspection;

import org.jspecify.annotations.NullMarked;
