/**
 * The source address of a request, and rate limits by source. Source: docs/architecture.md,
 * invariant 8.
 */
@NullMarked
package dev.assay.api.source;

import org.jspecify.annotations.NullMarked;
