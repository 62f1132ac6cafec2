/**
 * Compares two inventories of a machine and tells the differences in parts: a pure function, which
 * ignores order and values that change by themselves. Source: docs/decisions/0047.
 */
@NullMarked
package dev.assay.inventorydiff;

import org.jspecify.annotations.NullMarked;
