/**
 * The contract tests of plug-ins, published for their authors: a test of a hook or driver extends
 * one of these classes.
 */
@NullMarked
package dev.assay.contract;

import org.jspecify.annotations.NullMarked;
