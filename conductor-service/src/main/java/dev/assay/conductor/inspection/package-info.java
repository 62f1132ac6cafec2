/** The workflows of an inspection, one file each. Source: spec conductor.md 6. */
@NullMarked
package dev.assay.conductor.inspection;

import org.jspecify.annotations.NullMarked;
