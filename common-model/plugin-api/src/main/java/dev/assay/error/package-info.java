/** The catalogue of errors. Source: spec api.md 3, hooks.md 1.2. */
@NullMarked
package dev.assay.error;

import org.jspecify.annotations.NullMarked;
