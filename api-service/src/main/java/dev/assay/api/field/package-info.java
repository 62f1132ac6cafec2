/**
 * The field tables of nodes, ports and other resources: each drives validation, versions, patches
 * and serialisation of its fields. Source: spec api.md 4 to 6.
 */
@NullMarked
package dev.assay.api.field;

import org.jspecify.annotations.NullMarked;
