/**
 * Arguments of operators and actions: how they are declared, validated and evaluated. Source: spec
 * rules.md 12, 14.
 */
@NullMarked
package dev.assay.rule.argument;

import org.jspecify.annotations.NullMarked;
