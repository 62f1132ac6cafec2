/** Storage of rules: the database table, the operator's file, and the cache of compiled rules. */
@NullMarked
package dev.assay.rule.store;

import org.jspecify.annotations.NullMarked;
