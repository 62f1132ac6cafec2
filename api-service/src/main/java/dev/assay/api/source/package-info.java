/**
 * From where a request comes, and how many may come from there. Source: docs/architecture.md,
 * invariant 8.
 */
@NullMarked
package dev.assay.api.source;

import org.jspecify.annotations.NullMarked;
