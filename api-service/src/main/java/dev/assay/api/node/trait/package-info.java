/** The traits of a node. Source: spec api.md 10.8. */
@NullMarked
package dev.assay.api.node.trait;

import org.jspecify.annotations.NullMarked;
