/** The conductors. Source: spec api.md 16. */
@NullMarked
package dev.assay.api.conductor;

import org.jspecify.annotations.NullMarked;
