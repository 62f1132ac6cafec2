/** What conditions of rules can ask, one class each. Source: spec rules.md 6. */
@NullMarked
package dev.assay.rule.operator;

import org.jspecify.annotations.NullMarked;
