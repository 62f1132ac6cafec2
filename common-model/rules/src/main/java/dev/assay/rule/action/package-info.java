/** What rules can do, one class each. Source: spec rules.md 10. */
@NullMarked
package dev.assay.rule.action;

import org.jspecify.annotations.NullMarked;
