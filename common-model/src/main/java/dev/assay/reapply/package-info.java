/**
 * Processes the stored data of inspections again, without the machine: hooks and rules run as they
 * are now. Source: docs/decisions/0052.
 */
@NullMarked
package dev.assay.reapply;

import org.jspecify.annotations.NullMarked;
