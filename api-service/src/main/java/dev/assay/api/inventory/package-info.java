/** The inventories that inspections collected, as they were sent. Source: spec api.md 10.6. */
@NullMarked
package dev.assay.api.inventory;

import org.jspecify.annotations.NullMarked;
