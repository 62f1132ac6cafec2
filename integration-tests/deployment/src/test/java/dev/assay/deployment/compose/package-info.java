/** Starts the compose file. */
@NullMarked
package dev.assay.deployment.compose;

import org.jspecify.annotations.NullMarked;
