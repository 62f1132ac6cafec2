/**
 * Carries out orders to process the stored data of many nodes again. Source: docs/decisions/0052.
 */
@NullMarked
package dev.assay.conductor.reapply;

import org.jspecify.annotations.NullMarked;
