/** One file a workflow of an inspection. Source: spec conductor.md 6. */
@NullMarked
package dev.assay.conductor.inspection;

import org.jspecify.annotations.NullMarked;
