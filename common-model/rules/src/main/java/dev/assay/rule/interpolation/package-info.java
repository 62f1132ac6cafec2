/**
 * Templates: strings of rules with expressions in braces; also the paths at which actions write.
 * Source: spec rules.md 6, 7, 9.
 */
@NullMarked
package dev.assay.rule.interpolation;

import org.jspecify.annotations.NullMarked;
