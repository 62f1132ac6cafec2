/** Who calls, and what he may do. Source: spec api.md 7. */
@NullMarked
package dev.assay.api.authentication;

import org.jspecify.annotations.NullMarked;
