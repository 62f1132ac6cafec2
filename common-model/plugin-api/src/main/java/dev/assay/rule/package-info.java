/**
 * The interfaces of operators and actions of inspection rules: their arguments, and the data that
 * actions change. Source: spec rules.md 14.
 */
@NullMarked
package dev.assay.rule;

import org.jspecify.annotations.NullMarked;
