/**
 * The arguments that a rule gives to operators and actions: how they are evaluated and compared.
 * Source: spec rules.md 6, 7, 12.
 */
@NullMarked
package dev.assay.rule.argument;

import org.jspecify.annotations.NullMarked;
