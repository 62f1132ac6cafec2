/**
 * What rules are run on: a node with its ports and port groups as documents, and what became of
 * them. Source: spec rules.md 7.2, 9.
 */
@NullMarked
package dev.assay.rule.node;

import org.jspecify.annotations.NullMarked;
