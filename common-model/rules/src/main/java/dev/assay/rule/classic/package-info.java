/**
 * Rules in the format of the classic Inspector API: their definition, and how they are evaluated
 * with the operators and actions of inspection rules. Source: spec inspector-compat.md 6.
 */
@NullMarked
package dev.assay.rule.classic;

import org.jspecify.annotations.NullMarked;
