/** Who calls, what he may do, and the record of what he did. Source: spec api.md 7. */
@NullMarked
package dev.assay.api.authentication;

import org.jspecify.annotations.NullMarked;
