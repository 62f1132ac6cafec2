/**
 * Texts of rules and what stands in their braces; paths and regular expressions, which rules write
 * as texts too. Source: spec rules.md 6, 7, 9.
 */
@NullMarked
package dev.assay.rule.interpolation;

import org.jspecify.annotations.NullMarked;
