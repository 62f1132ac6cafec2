/**
 * Messages between the API and the broker. Source: docs/architecture.md, invariant 2, spec
 * conductor.md 1.2.
 */
@NullMarked
package dev.assay.api.dispatch;

import org.jspecify.annotations.NullMarked;
