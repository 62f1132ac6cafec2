/** How exceptions and refusals become error responses. Source: spec api.md 4. */
@NullMarked
package dev.assay.api.error;

import org.jspecify.annotations.NullMarked;
