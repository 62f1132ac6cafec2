/** Nodes: create, list, show, change, delete, states and history. Source: spec api.md 9 and 10. */
@NullMarked
package dev.assay.api.node;

import org.jspecify.annotations.NullMarked;
