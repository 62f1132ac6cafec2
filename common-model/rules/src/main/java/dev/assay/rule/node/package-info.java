/**
 * The input and output of rules: a node with its ports and port groups as documents, and the
 * changes that rules made. Source: spec rules.md 7.2, 9.
 */
@NullMarked
package dev.assay.rule.node;

import org.jspecify.annotations.NullMarked;
