/** Templates: strings of rules with expressions in braces. Source: spec rules.md 6, 7. */
@NullMarked
package dev.assay.rule.interpolation;

import org.jspecify.annotations.NullMarked;
