/**
 * What operators and actions are given: declared, checked and read. Source: spec rules.md 12, 14.
 */
@NullMarked
package dev.assay.rule.argument;

import org.jspecify.annotations.NullMarked;
