/** What happens after a commit, idempotently. Source: design 2. */
@NullMarked
package dev.assay.conductor.effect;

import org.jspecify.annotations.NullMarked;
