/**
 * What nodes, ports and port groups have in common on the wire: a table of fields that drives
 * validation, versions, patches and writing. Source: spec api.md 4 to 6.
 */
@NullMarked
package dev.assay.api.field;

import org.jspecify.annotations.NullMarked;
