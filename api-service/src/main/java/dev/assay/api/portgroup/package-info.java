/** Port groups: create, list, show, change, delete. Source: spec api.md 12. */
@NullMarked
package dev.assay.api.portgroup;

import org.jspecify.annotations.NullMarked;
