/** Nodes: create, list, show, change and delete. Source: spec api.md 9. */
@NullMarked
package dev.assay.api.node;

import org.jspecify.annotations.NullMarked;
