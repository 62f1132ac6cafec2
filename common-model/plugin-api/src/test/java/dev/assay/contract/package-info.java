/**
 * The contract tests of plug-ins, published for their authors: a test of a hook, a driver, or an
 * operator or action of rules extends one of these classes.
 */
@NullMarked
package dev.assay.contract;

import org.jspecify.annotations.NullMarked;
