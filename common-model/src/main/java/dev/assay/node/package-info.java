/** The node and its provision state machine. Source: spec state-machine.md 1 to 3, api.md 9. */
@NullMarked
package dev.assay.node;

import org.jspecify.annotations.NullMarked;
