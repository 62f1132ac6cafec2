/** The roots and the rules of the classic Inspector API. Source: spec inspector-compat.md 2, 6. */
@NullMarked
package dev.assay.api.classic;

import org.jspecify.annotations.NullMarked;
