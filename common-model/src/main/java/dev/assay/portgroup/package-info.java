/** Port groups of a node: ports bonded into one link. Source: spec api.md 12. */
@NullMarked
package dev.assay.portgroup;

import org.jspecify.annotations.NullMarked;
