/** Registration, heartbeat and leaving. Source: spec conductor.md 2. */
@NullMarked
package dev.assay.conductor.membership;

import org.jspecify.annotations.NullMarked;
