/** The virtual interfaces of a node. Source: spec api.md 10.11. */
@NullMarked
package dev.assay.api.node.vif;

import org.jspecify.annotations.NullMarked;
