/** The container engine of the machine, and what tests run in it. */
@NullMarked
package dev.assay.deployment.engine;

import org.jspecify.annotations.NullMarked;
