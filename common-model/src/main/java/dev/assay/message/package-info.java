/**
 * Commands, announcements and the outbox that makes them durable. Source: docs/architecture.md,
 * invariant 2, spec conductor.md 1.2.
 */
@NullMarked
package dev.assay.message;

import org.jspecify.annotations.NullMarked;
