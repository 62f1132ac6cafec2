/** Monitors threads that must run as long as the process does. Source: docs/operating.md. */
@NullMarked
package dev.assay.liveness;

import org.jspecify.annotations.NullMarked;
