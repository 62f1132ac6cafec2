/** The drivers that the live conductors serve. Source: spec api.md 16. */
@NullMarked
package dev.assay.api.driver;

import org.jspecify.annotations.NullMarked;
