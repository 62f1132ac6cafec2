/**
 * What may be set of a node or a port: the types of values, and the tables of attributes that the
 * API, hooks and rules share. Source: spec api.md 4 and 9.1.
 */
@NullMarked
package dev.assay.attribute;

import org.jspecify.annotations.NullMarked;
