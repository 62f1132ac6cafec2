/** The Bare Metal API. Source: spec api.md. */
@NullMarked
package dev.assay.api;

import org.jspecify.annotations.NullMarked;
