/** One file a workflow of a node outside inspection. Source: spec conductor.md 6.1 and 12. */
@NullMarked
package dev.assay.conductor.node;

import org.jspecify.annotations.NullMarked;
