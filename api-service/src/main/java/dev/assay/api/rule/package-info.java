/** Inspection rules: create, list, show, change, delete. Source: spec rules.md 1, 13. */
@NullMarked
package dev.assay.api.rule;

import org.jspecify.annotations.NullMarked;
