/**
 * Inspection rules: what an operator wants done with what was found. A rule is compiled once and
 * run often. Source: spec rules.md.
 */
@NullMarked
package dev.assay.rule;

import org.jspecify.annotations.NullMarked;
