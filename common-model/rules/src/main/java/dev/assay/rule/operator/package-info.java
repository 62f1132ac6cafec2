/** The operators of conditions, one class each. Source: spec rules.md 6. */
@NullMarked
package dev.assay.rule.operator;

import org.jspecify.annotations.NullMarked;
