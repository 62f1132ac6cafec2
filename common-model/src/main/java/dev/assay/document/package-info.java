/**
 * Stores the JSON texts of nodes by their contents: a text that a node already has costs nothing.
 * Those of inventories may be in an object store. Source: docs/decisions/0047, 0053.
 */
@NullMarked
package dev.assay.document;

import org.jspecify.annotations.NullMarked;
