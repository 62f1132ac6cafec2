/** Where rules are kept: the table, the operator's file, and the compiled rules in memory. */
@NullMarked
package dev.assay.rule.store;

import org.jspecify.annotations.NullMarked;
