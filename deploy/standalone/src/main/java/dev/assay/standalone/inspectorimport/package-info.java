/**
 * Takes over what an installation of ironic-inspector leaves behind: rules and data from its
 * database over the API, options from its configuration file as text. Source: docs/decisions/0054.
 */
@NullMarked
package dev.assay.standalone.inspectorimport;

import org.jspecify.annotations.NullMarked;
