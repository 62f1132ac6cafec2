/**
 * Creating and changing the attributes of a node: the checks are the same for clients, inspection
 * rules and dry runs. Source: spec api.md 9.5 and 9.7, rules.md 9.
 */
@NullMarked
package dev.assay.nodeedit;

import org.jspecify.annotations.NullMarked;
