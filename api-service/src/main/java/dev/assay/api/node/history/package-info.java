/** The history of a node. Source: spec api.md 10.7. */
@NullMarked
package dev.assay.api.node.history;

import org.jspecify.annotations.NullMarked;
