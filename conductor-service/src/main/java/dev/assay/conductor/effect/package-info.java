/** Actions that follow a commit, all idempotent. Source: docs/architecture.md, invariant 5. */
@NullMarked
package dev.assay.conductor.effect;

import org.jspecify.annotations.NullMarked;
