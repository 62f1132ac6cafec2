/** Compiles rules once and runs them often. Source: spec rules.md 3, 5. */
@NullMarked
package dev.assay.rule.engine;

import org.jspecify.annotations.NullMarked;
