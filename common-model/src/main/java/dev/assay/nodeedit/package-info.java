/**
 * Creating and changing the attributes of a node: the checks that hold whoever makes the change, a
 * client, inspection rules or a dry run of them. Source: spec api.md 9.5 and 9.7, rules.md 9.
 */
@NullMarked
package dev.assay.nodeedit;

import org.jspecify.annotations.NullMarked;
