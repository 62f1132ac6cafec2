/**
 * Inspection rules: conditions on inspection data, and actions to run when they hold. A rule is
 * compiled once and run often. Source: spec rules.md.
 */
@NullMarked
package dev.assay.rule;

import org.jspecify.annotations.NullMarked;
