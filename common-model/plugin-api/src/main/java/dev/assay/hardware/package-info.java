/**
 * The interfaces that hardware drivers implement. Source: spec api.md 16 and 20, conductor.md 12.
 */
@NullMarked
package dev.assay.hardware;

import org.jspecify.annotations.NullMarked;
