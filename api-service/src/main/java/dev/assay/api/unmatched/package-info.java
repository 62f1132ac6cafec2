/**
 * Shows, replays and deletes the data of refused callbacks. Source: spec api.md 9.14,
 * docs/decisions/0048.
 */
@NullMarked
package dev.assay.api.unmatched;

import org.jspecify.annotations.NullMarked;
