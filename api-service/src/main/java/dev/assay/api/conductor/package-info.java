/** The conductors: all of them, and those that are alive. Source: spec api.md 16. */
@NullMarked
package dev.assay.api.conductor;

import org.jspecify.annotations.NullMarked;
