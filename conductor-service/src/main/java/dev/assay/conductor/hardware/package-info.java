/** The drivers that are enabled. Source: spec api.md 20, conductor.md 8 and 12. */
@NullMarked
package dev.assay.conductor.hardware;

import org.jspecify.annotations.NullMarked;
