/** Explains what became of lookups and callbacks. Source: spec api.md 9.13, conductor.md 4.4. */
@NullMarked
package dev.assay.api.explanation;

import org.jspecify.annotations.NullMarked;
