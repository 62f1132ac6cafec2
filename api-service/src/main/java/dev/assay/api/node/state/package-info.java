/** The states of a node, and requests to change them. Source: spec api.md 10.1 to 10.3, 10.5. */
@NullMarked
package dev.assay.api.node.state;

import org.jspecify.annotations.NullMarked;
