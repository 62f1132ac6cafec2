/** Registration, heartbeat and shutdown of a conductor. Source: spec conductor.md 2. */
@NullMarked
package dev.assay.conductor.membership;

import org.jspecify.annotations.NullMarked;
