/**
 * The data that rules read and change: a node, its ports and the plugin data, with secrets masked.
 * Source: spec rules.md 8, 9.
 */
@NullMarked
package dev.assay.rule.data;

import org.jspecify.annotations.NullMarked;
