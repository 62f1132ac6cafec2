/** What inspections found, as it was sent. Source: spec api.md 10.6. */
@NullMarked
package dev.assay.api.inventory;

import org.jspecify.annotations.NullMarked;
