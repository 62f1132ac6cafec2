/** The actions of rules, one class each. Source: spec rules.md 10. */
@NullMarked
package dev.assay.rule.action;

import org.jspecify.annotations.NullMarked;
